import { z } from 'zod'
import type { Subject } from '#contract/subjects.ts'

/** The people whose data a package contains. */
export const PACKAGE_SUBJECTS = [
  'pupil',
  'guardian',
  'registration',
  'employee',
  'user',
] as const satisfies readonly Subject[]

/** The version of the format. It grows when programs that read the old format would fail. */
export const PACKAGE_VERSION = 1

/** One value: as it is stored, for programs, and in German words, for the PDF. */
export const PackageFact = z.object({
  key: z.string(),
  label: z.string(),
  value: z.json(),
  text: z.string(),
})
export type PackageFact = z.output<typeof PackageFact>

/** One record within a section, such as one absence. */
export const PackageEntry = z.object({ title: z.string().nullable(), facts: z.array(PackageFact) })
export type PackageEntry = z.output<typeof PackageEntry>

/** A part of the package with a heading; the PDF and the file for programs are both written from it. */
export const PackageSection = z.object({
  /** Programs find a section by this key: every package uses the same one for the same kind of content. */
  key: z.string(),
  title: z.string(),
  /** Sentences for people before the entries. */
  paragraphs: z.array(z.string()),
  entries: z.array(PackageEntry),
  get sections() {
    return z.array(PackageSection)
  },
})
export type PackageSection = z.output<typeof PackageSection>

/** The content of `daten.json`; docs/auskunft-daten.md explains it. */
export const PackageData = z.object({
  format: z.literal('schulhof-auskunft'),
  version: z.literal(PACKAGE_VERSION),
  created_at: z.iso.datetime(),
  subject: z.enum(PACKAGE_SUBJECTS),
  /** Who asked and what for: heading lines of the PDF. */
  title: z.string(),
  recipient: z.string(),
  school: z.string(),
  sections: z.array(PackageSection),
})
export type PackageData = z.output<typeof PackageData>
