import ResourceRegistry
import Testing

@Suite struct ResourcesTests {}
