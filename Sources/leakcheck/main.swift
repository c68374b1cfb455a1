import Foundation

exit(Subcommand.run(Array(CommandLineArguments.all.dropFirst())))
