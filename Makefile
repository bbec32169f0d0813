# Every target goes through packaging/dev.py, which also serves Windows: py packaging\dev.py demo
PYTHON ?= python3
.PHONY: demo test bench soak check screenshots package clean
demo test bench soak check screenshots package clean:
	@$(PYTHON) packaging/dev.py $@
