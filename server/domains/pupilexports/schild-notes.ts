import { formatDate } from '#contract/dates.ts'
import { mapInSteps } from '#server/documents/breathe.ts'
import { fitWindows1252 } from '#server/documents/windows-1252.ts'
import type { SchildPupil } from './schild-keys.ts'

const AT_ONCE = 2000

const rewritten = (text: string | null) => text !== null && fitWindows1252(text) !== text.normalize('NFC')

/** Every text of a pupil that Windows-1252 cannot hold as it is. */
const rewrittenOf = ({ pupil }: SchildPupil) => {
  const people = pupil.guardians.flatMap(({ firstname, lastname, street, city }) => [firstname, lastname, street, city])
  const texts = [pupil.lastname, pupil.lastname_prefix, pupil.firstname, pupil.birthname, pupil.birthplace]
  return [...new Set([...texts, pupil.street, pupil.city, ...people])].filter(rewritten) as string[]
}

const section = (title: string, lines: string[]) => (lines.length > 0 ? ['', title, ...lines] : [])

interface Notes {
  list: readonly SchildPupil[]
  classNames: ReadonlyMap<string, string>
  school: string
  today: string
}

/**
 * Notes for the person who imports the files: where they differ from the records (domain §6.2). In UTF-8, for the
 * Windows editor.
 */
export async function schildNotes({ list, classNames, school, today }: Notes) {
  const letters = await mapInSteps(list, AT_ONCE, (one) =>
    rewrittenOf(one).map((text) => `- ${one.pupil.pupil_number}: „${text}“ steht als „${fitWindows1252(text)}“`),
  )
  const twins = list
    .filter(({ isTwin }) => isTwin)
    .map(({ pupil, key }) => `- ${pupil.pupil_number}: ${key.lastname}, ${key.firstname}, geboren ${key.birthdate}`)
  const classes = [...classNames]
    .filter(([name, written]) => name !== written)
    .map(([name, written]) => `- „${name}“ steht als „${written}“`)
  const lines = [
    `Export für SchILD-NRW vom ${formatDate(today)}`,
    `${school}, SuS: ${list.length}`,
    '',
    'Religion, Staatsangehörigkeit, Aussiedlerstatus und Förderschwerpunkte werden nicht übergeben; ihre Spalten sind leer.',
    'In den Spalten „Schulpflicht erf.“, „Verpflichtung Sprachförderkurs“, „Teilnahme Sprachförderkurs“,',
    '„Schwerstbehinderung“ und „Autist“ steht bei allen „N“, weil SchILD-NRW dort eine Angabe verlangt. Das sagt nichts über ein Kind aus.',
    'Erzieher und Telefonnummern sind nur die von Personen mit Sorgerecht.',
    ...section('Zeichen, die es in Windows-1252 nicht gibt, wurden umgeschrieben:', letters.flat()),
    ...section(
      'Gleicher Name und gleiches Geburtsdatum; am Nachnamen steht zur Unterscheidung die Klasse oder SuS-Nummer:',
      twins,
    ),
    ...section('Klassen haben in SchILD-NRW höchstens 6 Zeichen; gekürzt wurden:', classes),
  ]
  return `\ufeff${lines.join('\r\n')}\r\n`
}
