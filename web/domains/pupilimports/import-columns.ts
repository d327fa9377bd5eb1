import { IMPORT_LABELS, type ImportField, REQUIRED_IMPORT_FIELDS } from '#contract/pupilimports.columns.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports.texts.ts'

export type Mapping = readonly (ImportField | null)[]

/** Required fields that no column is mapped to. */
export const missingFields = (mapping: Mapping) => REQUIRED_IMPORT_FIELDS.filter((field) => !mapping.includes(field))

/** Fields that more than one column is mapped to. */
export const doubledFields = (mapping: Mapping) => [
  ...new Set(mapping.flatMap((field, index) => (field !== null && mapping.indexOf(field) < index ? [field] : []))),
]

/** What stands in the way of the check, in the server's words. */
export const mappingProblems = (mapping: Mapping): string[] => [
  ...missingFields(mapping).map((field) => IMPORT_TEXTS.missing(IMPORT_LABELS[field])),
  ...doubledFields(mapping).map((field) => IMPORT_TEXTS.twice(IMPORT_LABELS[field])),
]

export const isSameMapping = (a: Mapping, b: Mapping) =>
  a.length === b.length && a.every((field, index) => field === b[index])
