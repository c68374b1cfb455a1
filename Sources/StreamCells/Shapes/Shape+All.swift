extension Shape {
  /// Every shape. Add a line for each new shape.
  package static let all = [
    // Closures and objects without streams.
    Attempts.shape, Folder.shape, Player.shape, Menu.shape, Greeting.shape, Announcer.shape,
    Transfer.shape, Button.shape, Picker.shape, Branch.shape, Track.shape, Board.shape,
    // Shapes that use the runtime of the language or a system library.
    Inbox.shape, Upload.shape, Broadcast.shape, SignalWatch.shape, Autosave.shape,
    Countdown.shape, Mailroom.shape, Thermostat.shape,
    // Streams and disposables.
    OneShot.shape, Notices.shape, SearchBox.shape, Checkout.shape, ImageLoader.shape,
    Converter.shape, History.shape, PriceBoard.shape, Reader.shape, Form.shape, Barometer.shape,
    Recording.shape,
  ]
}
