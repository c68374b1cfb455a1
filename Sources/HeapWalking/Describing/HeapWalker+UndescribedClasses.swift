package import OwnershipGraph

// Classes that were compiled without reflection metadata.

extension HeapWalker {
  /// Returns whether an object's class or one of its superclasses was compiled without reflection
  /// metadata.
  package func isUndescribed(_ object: UInt) -> Bool {
    levels(of: Address(object)).contains { $0.descriptor.fields == nil }
  }

  /// Returns the metadata of an object's class and of its superclasses; empty if the object is not
  /// an instance of a class.
  func levels(of object: Address) -> [ClassMetadata] {
    let own = Metadata(object.address())
    guard own.kind == .classType else { return [] }
    return ([own] + superclasses(of: object)).compactMap(ClassMetadata.init)
  }

  func undescribedProperties(of level: ClassMetadata) -> [UndescribedProperty] {
    labels.undescribed.value(for: level.descriptor) {
      symbols.undescribedProperties(of: level.descriptor)
    }
  }

  /// Returns the declaration of a stored property whose class was compiled without reflection
  /// metadata; `nil` if no class of the object declares such a property.
  package func declaration(
    ofUndescribedProperty name: String, in object: UInt
  ) -> ObjectGraph.Reference.Declaration? {
    for level in levels(of: Address(object)) where level.descriptor.fields == nil {
      let known = undescribedProperties(of: level).first { $0.name == name }
      guard let known else { continue }
      var found = ObjectGraph.Reference.Declaration(
        type: typeLabel(level.metadata, fallback: "superclass").short,
        canBeWeak: known.canBeWeak ? nil : false)
      guard let function = deinitializer(of: level.metadata),
        let near = start(ofClass: found.type, function)
      else { return found }
      found.location = location(ofClass: found.type, function)
      let written = sources.property(name, ofType: found.type, inFile: near.path, near: near.line)
      guard let written else { return found }
      found.location?.line = written.line
      found.property = written.name == name ? nil : written.name
      return found
    }
    return nil
  }
}
