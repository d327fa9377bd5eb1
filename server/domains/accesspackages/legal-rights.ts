import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import type { PackageSubject } from '#contract/accesspackages/accesspackages.ts'
import { section } from './tree.ts'

const OF_SCHOOLING = [
  'Bewerbung und Schulvertrag: Art. 6 Abs. 1 Buchst. b DSGVO.',
  'Schulpflicht, Masernschutz (§ 20 IfSG) und Schulstatistik: Art. 6 Abs. 1 Buchst. c DSGVO.',
  'Fotos, Telefonliste und Gesundheitsangaben: nur mit Einwilligung, Art. 6 Abs. 1 Buchst. a und Art. 9 Abs. 2 Buchst. a DSGVO.',
]

const OF_WORK = [
  'Organisation des Unterrichts und der Zugriffsrechte: Art. 6 Abs. 1 Buchst. b DSGVO und § 26 BDSG.',
  'Nachweise über Masernschutz und Führungszeugnis: Art. 6 Abs. 1 Buchst. c DSGVO.',
  'Protokoll der Zugriffe, damit niemand unbemerkt Daten einsieht: Art. 6 Abs. 1 Buchst. f und Art. 32 DSGVO.',
]

const PURPOSES: Record<PackageSubject, readonly string[]> = {
  pupil: OF_SCHOOLING,
  guardian: OF_SCHOOLING,
  registration: ['Entscheidung über die Aufnahme und Kontakt mit der Familie: Art. 6 Abs. 1 Buchst. b DSGVO.'],
  employee: OF_WORK,
  user: OF_WORK,
}

/** Why the data is processed (Art. 15 (1) a). */
export const purposeSection = (subject: PackageSubject) =>
  section('purposes', 'Wozu die Angaben verarbeitet werden', {
    paragraphs: [...PURPOSES[subject], 'Eine automatisierte Entscheidung oder ein Profiling gibt es nicht.'],
  })

/** The rights of the person (Art. 15 (1) e and f), and who is responsible. */
export const rightsSection = ({ carrier, officer }: { carrier: string; officer: string }): PackageSection =>
  section('rights', 'Ihre Rechte', {
    paragraphs: [
      `Verantwortlich: ${carrier}`,
      `Fragen zum Datenschutz: ${officer}`,
      'Sie können verlangen, dass falsche Angaben berichtigt (Art. 16), Angaben gelöscht (Art. 17) oder ihre Verarbeitung eingeschränkt wird (Art. 18), und der Verarbeitung widersprechen (Art. 21 DSGVO).',
      'Eine Einwilligung können Sie jederzeit für die Zukunft widerrufen.',
      'Sie können sich bei der Datenschutzaufsicht Ihres Landes beschweren (Art. 77 DSGVO).',
      'Die Datei daten.json enthält dieselben Angaben in einer Form, die Programme lesen können (Art. 20 DSGVO). Leere Felder sind in beiden Dateien weggelassen.',
    ],
  })
