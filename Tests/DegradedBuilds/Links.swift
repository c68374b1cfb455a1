// The static Foundation needs libraries that are linked only if a source file imports them.
import Foundation
