import { z } from 'zod'

/** Files that the build writes beside the pages, below `/app/`. */
export const LICENCE_LIST_FILE = 'lizenzen.json'
export const LICENCE_TEXTS_FILE = 'lizenzen.txt'

const PackageUse = z.enum(['browser', 'server'])
export type PackageUse = z.output<typeof PackageUse>

/** A program of others that Schulhof contains. */
const LicensedPackage = z.object({
  name: z.string(),
  version: z.string(),
  /** The SPDX expression, such as `MIT OR Apache-2.0`. */
  licence: z.string(),
  /** Where it runs. */
  uses: z.array(PackageUse),
  /** The index of its licence among the texts, which many packages share. */
  text: z.int(),
})
export type LicensedPackage = z.output<typeof LicensedPackage>

export const LicenceList = z.object({ packages: z.array(LicensedPackage), texts: z.array(z.string()) })
export type LicenceList = z.output<typeof LicenceList>
