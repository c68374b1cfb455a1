// The static Foundation needs libraries that only code which imports it names to the linker.
import Foundation
