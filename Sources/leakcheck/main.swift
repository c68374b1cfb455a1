import Foundation

exit(Subcommand.run(Array(CommandWords.all.dropFirst())))
