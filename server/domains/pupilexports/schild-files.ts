import { inSteps } from '#server/documents/breathe.ts'
import { encodeWindows1252 } from '#server/documents/windows-1252.ts'
import type { ExportedPupil, ExportedYear } from './exported-pupil.ts'
import { BASIC_HEADINGS, MORE_HEADINGS, PARENT_HEADINGS, PHONE_HEADINGS } from './schild-columns.ts'
import { type SchildPupil, schildPupils, schildText } from './schild-keys.ts'
import { schildNotes } from './schild-notes.ts'
import { basicCells, moreCells, parentCells, phoneCells, type SchildCells } from './schild-rows.ts'

interface Schild {
  pupils: readonly ExportedPupil[]
  school: string
  /** The year of the class, otherwise the active one. */
  yearOf: (pupil: ExportedPupil) => ExportedYear | undefined
  today: string
}

const AT_ONCE = 500
const line = (cells: readonly string[]) => `${cells.join('|')}\r\n`

async function* fileOf(
  headings: readonly string[],
  list: readonly SchildPupil[],
  cellsOf: (one: SchildPupil) => SchildCells[],
) {
  yield encodeWindows1252(line(headings))
  const lineOf = (cells: SchildCells) => line(headings.map((heading) => schildText(cells[heading] ?? null)))
  yield* inSteps(list, AT_ONCE, (slice) => encodeWindows1252(slice.flatMap(cellsOf).map(lineOf).join('')))
}

/** The content of the archive, for the log. */
export const SCHILD_FILES = ['Basisdaten', 'Zusatzdaten', 'Erzieher', 'Telefonnummern'] as const

/** The files of the SchILD-NRW text interface, and notes about them (domain §6.2). */
export async function schildFiles({ pupils, school, yearOf, today }: Schild) {
  const { list, classNames } = await schildPupils(pupils)
  const days = { yearOf: ({ pupil }: SchildPupil) => yearOf(pupil), today }
  return [
    { name: 'SchuelerBasisdaten.dat', content: fileOf(BASIC_HEADINGS, list, (one) => [basicCells(one, days)]) },
    { name: 'SchuelerZusatzdaten.dat', content: fileOf(MORE_HEADINGS, list, (one) => [moreCells(one)]) },
    { name: 'SchuelerErzieher.dat', content: fileOf(PARENT_HEADINGS, list, parentCells) },
    { name: 'SchuelerTelefonnummern.dat', content: fileOf(PHONE_HEADINGS, list, phoneCells) },
    { name: 'Hinweise.txt', content: [await schildNotes({ list, classNames, school, today })] },
  ]
}
