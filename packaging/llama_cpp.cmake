# Builds of llama-cpp-python take this file in (CMAKE_PROJECT_llama_cpp_INCLUDE): its library of helpers for command-line tools is left
# out, which Python does not use, and libllama, which computes nothing by itself, is not optimised to the last (ggml, which does, is).
set(LLAMA_BUILD_COMMON OFF)
if(NOT MSVC)
  cmake_language(DEFER CALL target_compile_options llama PRIVATE -O1)
endif()
