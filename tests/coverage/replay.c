/* A main for fuzz targets without libFuzzer: runs every file that is named in the arguments. For counting the lines
 * that the kept corpus reaches. */
#include <stdio.h>

#include "../fuzz/fuzz.h"

int main(int count, char **names) {
    static uint8_t input[1 << 16];
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(names[i], "rb");
        if (!file) return 1;
        size_t size = fread(input, 1, sizeof input, file);
        fclose(file);
        LLVMFuzzerTestOneInput(input, size);
    }
    return 0;
}
