# Every target goes through packaging/dev.py, which also serves Windows: py packaging\dev.py demo
PYTHON ?= python3
.PHONY: demo test bench soak check screenshots clean
demo test bench soak check screenshots clean:
	@$(PYTHON) packaging/dev.py $@
