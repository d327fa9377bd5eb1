import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { IsoDate } from '#contract/formats.ts'
import { VERSION_FIND } from './changelog.version.ts'

export const Version = z.object({
  name: z.string(),
  /** When this build was made; shown on development builds (spec §2). */
  build_date: z.iso.datetime().nullable(),
})
export type Version = z.output<typeof Version>

export const ChangelogEntry = z.object({
  /** `1.4.0` */
  name: z.string(),
  date: IsoDate.nullable(),
  changes: z.array(z.string()),
})
export type ChangelogEntry = z.output<typeof ChangelogEntry>

export const changelogEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/changelog',
    access: 'view changelog',
    scope: 'installation',
    response: z.array(ChangelogEntry),
    summary: 'Änderungen am Programm, neueste zuerst',
  }),
  currentVersion: endpoint({
    ...VERSION_FIND,
    access: 'public',
    response: Version,
    summary: 'Version, die gerade läuft; unverändert 304',
  }),
}
