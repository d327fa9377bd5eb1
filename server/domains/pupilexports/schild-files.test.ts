import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePupil } from '#server/test/child-factories.ts'
import { type ExportSchool, openExportSchool } from '#server/test/export-school.ts'
import { insideSchool } from '#server/test/factories.ts'

let school: ExportSchool
let files: Record<string, string>
beforeAll(async () => {
  school = await openExportSchool()
  files = await school.filesOf({ format: 'schild' }, (bytes) => new TextDecoder('windows-1252').decode(bytes))
})
afterAll(() => school.app.stop())

const BASIC_HEAD =
  'Nachname|Vorname|Geburtsdatum|Geschlecht|Status|PLZ|Ort|Straße|Aussiedler|1. Staatsang.|Konfession|StatistikKrz Konfession|Aufnahmedatum|Abmeldedatum Religionsunterricht|Anmeldedatum Religionsunterricht|Schulpflicht erf.|Reform-Pädagogik|Nr. Stammschule|Jahr|Abschnitt|Jahrgang|Klasse|Schulgliederung|OrgForm|Klassenart|Fachklasse|Noch frei|Verpflichtung Sprachförderkurs|Teilnahme Sprachförderkurs|Einschulungsjahr|Übergangsempf. JG5|Jahr Wechsel S1|1. Schulform S1|Jahr Wechsel S2|Förderschwerpunkt|2. Förderschwerpunkt|Schwerstbehinderung|Autist|LS Schulnr.|LS Schulform|Herkunft|LS Entlassdatum|LS Jahrgang|LS Versetzung|LS Reformpädagogik|LS Gliederung|LS Fachklasse|LS Abschluss|Abschluss|Schulnr. neue Schule'

test('the basic file has 50 columns in each line, Windows-1252, CRLF, and what is confidential stays empty', () => {
  const end = `||||||N|N|${''}`
  const tail = '|||||N|N||||||||||||'
  expect(files['SchuelerBasisdaten.dat']).toBe(
    [
      BASIC_HEAD,
      `=1+1|Ada|03.05.2018|w|2|03159|Groß Kölzig|Am Wald 3 a|||||01.08.2024|||N|||2026|1|01|1a${end}2024||${tail}`,
      `Yilmaz|Beñ-Aga|03.05.2018|m|2||||||||01.08.2024|||N|||2026|1|01|1b${end}||${tail}`,
      `Müller#1a|Mia|28.02.2019|d|2||||||||01.08.2024|||N|||2026|1|01|1a${end}||${tail}`,
      `Müller#1b|Mia|28.02.2019|d|2||||||||01.08.2024|||N|||2026|1|01|1b${end}||${tail}`,
      `Gezogen|Weg|03.05.2018|w|9||||||||01.08.2024|||N|||2026|1||${end}||${tail}`,
      '',
    ].join('\r\n'),
  )
  for (const line of files['SchuelerBasisdaten.dat']?.split('\r\n').slice(0, -1) ?? [])
    expect(line.split('|')).toHaveLength(50)
})

test('further data, parents by household and phone numbers use the same key', () => {
  expect(files['SchuelerZusatzdaten.dat']?.split('\r\n').slice(0, 3)).toEqual([
    'Nachname|Vorname|Geburtsdatum|Namenszusatz|Geburtsname|Geburtsort|Ortsteil|Telefon-Nr.|E-Mail|2. Staatsang.|Externe ID-Nr|Sportbefreiung|Fahrschülerart|Haltestelle|Einschulungsart|Entlassdatum|Entlassjahrgang|Datum Schulwechsel|Bemerkungen',
    '=1+1|Ada|03.05.2018||-1|Lódz||0152 5551234|Ada@wald.example||FSW-00001||||||||',
    'Yilmaz|Beñ-Aga|03.05.2018|von|||||||FSW-00002||||||||',
  ])
  expect(files['SchuelerErzieher.dat']).toBe(
    [
      'Nachname|Vorname|Geburtsdatum|Erzieherart|Anrede 1.Person|Titel 1.Person|Nachname 1.Person|Vorname 1.Person|Anrede 2.Person|Titel 2.Person|Nachname 2.Person|Vorname 2.Person|Straße|PLZ|Ort|Ortsteil|E-Mail 1. Person|Anschreiben|E-Mail 2. Person',
      '=1+1|Ada|03.05.2018|Eltern|Frau|Dr.|Muster|Eva|Herr||@Groß|Jürgen|Am Wald 3 a|03159|Groß Kölzig||eva@x.example|J|',
      '=1+1|Ada|03.05.2018|Sonstige|||Weg|Weit|||||Fernweg 9||Bonn|||N|',
      '',
    ].join('\r\n'),
  )
  expect(files['SchuelerTelefonnummern.dat']).toBe(
    [
      'Nachname|Vorname|Geburtsdatum|Telefonnr.|Art',
      '=1+1|Ada|03.05.2018|+48 22 1234567|Mutter mobil',
      '=1+1|Ada|03.05.2018|+48 33 555|Mutter privat',
      '=1+1|Ada|03.05.2018|0331 5550123|Vater dienstlich',
      '',
    ].join('\r\n'),
  )
})

test('bytes are those of Windows-1252', async () => {
  const { 'SchuelerBasisdaten.dat': basic = '' } = await school.filesOf({ format: 'schild' }, (bytes) =>
    Buffer.from(bytes).toString('hex'),
  )
  expect(basic).toContain(Buffer.from('Müller#1a', 'latin1').toString('hex'))
  expect(basic).not.toContain(Buffer.from('Müller', 'utf8').toString('hex'))
})

test('the notes name what was rewritten, told apart and shortened, and the fixed answers', async () => {
  const { app, fsw, makeMixed } = school
  const mixed = await makeMixed(1, 2)
  const ids: number[] = []
  for (let i = 0; i < 2; i++) ids.push(await makePupil(app, fsw, { firstname: 'Ina', lastname: 'Zwei', grade: 1 }))
  await insideSchool(app, fsw, (tx) =>
    tx.updateTable('pupil_schoolclass').set({ schoolclass_id: mixed }).where('pupil_id', 'in', ids).execute(),
  )
  const written = await school.filesOf({ format: 'schild', ids: [...school.all, ...ids] }, (bytes) =>
    Buffer.from(bytes).toString('utf8'),
  )
  const notes = written['Hinweise.txt']?.split('\r\n') ?? []
  expect(notes[0]).toBe('\ufeffExport für SchILD-NRW vom 20.11.2026')
  expect(notes).toEqual(
    expect.arrayContaining([
      '- FSW-00001: „Łódź“ steht als „Lódz“',
      '- FSW-00002: „Yılmaz“ steht als „Yilmaz“',
      '- FSW-00002: „Beñ-Ağa“ steht als „Beñ-Aga“',
      '- FSW-00003: Müller#1a, Mia, geboren 28.02.2019',
      '- FSW-00006: Zwei#FSW-00006, Ina, geboren 03.05.2018',
      '- „1/2 Füchse“ steht als „1/2 Fü“',
    ]),
  )
  expect(notes.join('\n')).toContain('„Schwerstbehinderung“ und „Autist“ steht bei allen „N“')
})
