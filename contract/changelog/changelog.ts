import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { IsoDate } from '#contract/formats.ts'

/** Spec §2: on these hosts the footer shows when the program was built. */
export const isDevelopmentHost = (hostname: string) => hostname === 'localhost' || hostname.startsWith('test.')

/** Spec §9. */
export const VERSION_POLL_SECONDS = 60

/** Verbatim (spec §8). */
export const NEW_VERSION_TEXT =
  'Es ist eine neue Version des Systems erschienen. Wir empfehlen die Seite neu zu laden, sobald sie nicht gesicherte Daten gespeichert haben.'
export const RELOAD_TEXT = 'Jetzt neu laden'

export const Version = z.object({
  name: z.string(),
  /** The full hash in Git of what runs; null in a copy that knows neither Git nor its commit. */
  commit: z.string().nullable(),
  /** When this build was made; shown on development builds (spec §2). */
  build_date: z.iso.datetime().nullable(),
})
export type Version = z.output<typeof Version>

/** The beginning of a commit that people compare, as Git shows it. */
export const shortCommit = (commit: string) => commit.slice(0, 8)

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
    method: 'GET',
    path: '/api/changelog/currentVersion',
    access: 'public',
    response: Version,
    summary: 'Version, die gerade läuft; unverändert 304',
  }),
}
