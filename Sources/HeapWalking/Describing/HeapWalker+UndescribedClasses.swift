package import OwnershipGraph

// Classes that were compiled without reflection metadata.

extension HeapWalker {
  /// Returns whether an object's class or one of its superclasses was compiled without reflection
  /// metadata. The result is `false` for `ManagedBuffer` and its subclasses, because the words of
  /// their elements are not properties.
  package func isUndescribed(_ object: UInt) -> Bool {
    labels.undescribedClasses.value(for: Address(object).metadataWord) {
      let levels = levels(of: Address(object)).map(\.descriptor)
      return levels.contains { $0.fields == nil }
        && !levels.contains { $0.name == "ManagedBuffer" && $0.module == "Swift" }
    }
  }

  /// Returns the metadata of an object's class and of its superclasses; empty if the object is not
  /// an instance of a class.
  func levels(of object: Address) -> [ClassMetadata] {
    let own = Metadata(object.address())
    guard own.kind == .classType else { return [] }
    return ([own] + superclasses(of: object)).compactMap(ClassMetadata.init)
  }

  func undescribedProperties(of level: ClassMetadata) -> [UndescribedProperty] {
    labels.undescribedProperties.value(for: level.metadata.address.bits) {
      symbols.undescribedProperties(of: level)
    }
  }

  /// Returns the declaration of a stored property whose class was compiled without reflection
  /// metadata; `nil` if no class of the object declares such a property.
  package func declaration(
    ofUndescribedProperty name: String, in object: UInt
  ) -> ObjectGraph.Reference.Declaration? {
    let levels = levels(of: Address(object))
    for level in levels where level.descriptor.fields == nil {
      let known = undescribedProperties(of: level).first { $0.name == name }
      guard let known else { continue }
      var found = ObjectGraph.Reference.Declaration(
        type: typeLabel(level.metadata, fallback: "superclass").short,
        canBeWeak: known.isClass ? nil : false, isOptional: known.isOptional ? nil : false)
      if let own = levels.first?.metadata, own != level.metadata {
        found.module = module(of: level.metadata, inheritedBy: own)
      }
      guard let function = deinitializer(of: level.metadata),
        let near = start(ofClass: found.type, function)
      else { return found }
      found.location = location(ofClass: found.type, function)
      let written = sources.property(name, ofType: found.type, inFile: near.path, near: near.line)
      guard let written else { return found }
      found.location?.line = written.line
      if written.name != name {
        // The property has a property wrapper, and cannot be weak.
        (found.property, found.canBeWeak) = (written.name, false)
      }
      return found
    }
    return nil
  }
}
