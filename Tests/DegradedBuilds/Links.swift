// The static Foundation needs libraries that the linker only gets from code that imports them.
import Foundation
