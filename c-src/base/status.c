/* Names and texts of statuses. Called by native programs and tests; WebAssembly has the same table in JavaScript. */
#include "../include/tilewasm.h"

const char *tw_status_name(tw_status status) {
    switch (status) {
#define TW_STATUS(number, name, code, text)                                                                            \
    case TW_##name:                                                                                                    \
        return code;
#include "statuses.inc"
#undef TW_STATUS
    }
    return "unknown";
}

const char *tw_status_text(tw_status status) {
    switch (status) {
#define TW_STATUS(number, name, code, text)                                                                            \
    case TW_##name:                                                                                                    \
        return text;
#include "statuses.inc"
#undef TW_STATUS
    }
    return "unknown";
}
