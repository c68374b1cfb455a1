/// The part of the schema of SARIF 2.1.0 that applies to the files that leakcheck writes.
///
/// Names, required properties, values and patterns are copied from the standard (OASIS, 27 March
/// 2020). Its objects may have no other properties.
enum SARIFSchema {
  static let log = JSONSchema.object(
    [
      "$schema": .string(matching: "https://.*sarif-schema-2\\.1\\.0\\.json"),
      "version": .oneOf(["2.1.0"]), "runs": .array(run),
    ], required: ["version", "runs"])

  private static let message = JSONSchema.object(
    ["text": text, "markdown": text, "id": text, "arguments": .array(text)], required: [])
  private static let multiformat = JSONSchema.object(
    ["text": text, "markdown": text], required: ["text"])
  private static let text = JSONSchema.string()
  private static let level = JSONSchema.oneOf(["none", "note", "warning", "error"])

  private static let run = JSONSchema.object(
    [
      "tool": .object(["driver": driver], required: ["driver"]),
      "invocations": .array(invocation), "originalUriBaseIds": .map(artifactLocation),
      "columnKind": .oneOf(["utf16CodeUnits", "unicodeCodePoints"]), "results": .array(result),
    ], required: ["tool"])

  private static let driver = JSONSchema.object(
    ["name": text, "version": text, "rules": .array(descriptor)], required: ["name"])

  private static let descriptor = JSONSchema.object(
    [
      "id": text, "shortDescription": multiformat, "fullDescription": multiformat,
      "help": multiformat, "defaultConfiguration": .object(["level": level], required: []),
      "properties": .object(["tags": .array(text)], required: []),
    ], required: ["id"])

  private static let invocation = JSONSchema.object(
    [
      "commandLine": text, "executionSuccessful": .boolean, "exitCode": .integer(minimum: 0),
      "toolExecutionNotifications": .array(
        .object(
          ["level": level, "message": message, "locations": .array(location)],
          required: ["message"])),
    ], required: ["executionSuccessful"])

  private static let result = JSONSchema.object(
    [
      "ruleId": text, "ruleIndex": .integer(minimum: -1), "level": level, "message": message,
      "locations": .array(location), "partialFingerprints": .map(text),
      "codeFlows": .array(codeFlow),
      "baselineState": .oneOf(["new", "unchanged", "updated", "absent"]),
      "occurrenceCount": .integer(minimum: 1),
      "suppressions": .array(
        .object(
          ["kind": .oneOf(["inSource", "external"]), "justification": text], required: ["kind"])),
      "relatedLocations": .array(location),
      // A property bag. The standard allows any names. These are the names that leakcheck uses.
      "properties": .object(
        [
          "rule": text, "confidence": .oneOf(["verified", "proven", "likely", "scanned"]),
          "objects": .integer(minimum: 0), "bytes": .integer(minimum: 0), "endings": .array(text),
          "cells": .array(text),
        ], required: []),
    ], required: ["message"])

  private static let codeFlow = JSONSchema.object(
    [
      "message": message,
      "threadFlows": .array(
        .object(
          ["locations": .array(.object(["location": location], required: []), minimum: 1)],
          required: ["locations"]), minimum: 1),
    ], required: ["threadFlows"])

  private static let location = JSONSchema.object(
    [
      "id": .integer(minimum: -1),
      "physicalLocation": .object(
        [
          "artifactLocation": artifactLocation,
          "region": .object(["startLine": .integer(minimum: 1)], required: []),
        ], required: ["artifactLocation"]),
      "logicalLocations": .array(
        .object(["name": text, "fullyQualifiedName": text, "kind": text], required: [])),
      "message": message,
    ], required: [])

  private static let artifactLocation = JSONSchema.object(
    [
      // Slashes, the characters that RFC 3986 calls unreserved, and percent-encoded bytes.
      "uri": .string(matching: "([A-Za-z0-9._~/-]|%[0-9A-F]{2})*"), "uriBaseId": text,
      "description": message,
    ], required: [])
}
