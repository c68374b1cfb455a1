#pragma once

#include "lk_allocation_counter.h"
