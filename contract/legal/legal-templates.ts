import { displayPhone } from '#contract/phone.ts'
import { contactMarkdown, listMarkdown, mailMarkdown, plainMarkdown } from '#contract/plain-markdown.ts'
import { authorityOf, type NoticeSchool } from '#contract/privacynotices/notice-texts.ts'
import { retentionLines } from '#contract/retentions/retentions.lines.ts'
import type { RetentionPeriods } from '#contract/retentions/retentions.rules.ts'
import type { LegalKey } from './legal.ts'

/** The facts that a legal text names by a placeholder, and what each stands for. */
export const LEGAL_PLACEHOLDERS = {
  Verantwortlich: 'Träger, Schule, Anschrift, Telefon und E-Mail',
  Datenschutzkontakt: 'Kontakt für Datenschutz',
  Fristen: 'Liste: wie lange welche Daten aufbewahrt werden',
  Aufsichtsbehörde: 'Datenschutzaufsicht des Bundeslands',
} as const
type LegalFacts = Record<keyof typeof LEGAL_PLACEHOLDERS, string>

/** What a text may not leave out: Art. 13 DSGVO asks for it. */
export const LEGAL_REQUIRED: Record<LegalKey, readonly (keyof LegalFacts)[]> = {
  impressum: [],
  datenschutz: ['Verantwortlich', 'Datenschutzkontakt', 'Fristen'],
  barrierefreiheit: [],
}

export interface LegalSchool {
  school: NoticeSchool
  periods: RetentionPeriods
}

const NOBODY_YET = 'Die Angaben erscheinen hier, sobald die erste Schule eingerichtet ist.'

const contactOf = ({
  school,
}: LegalSchool) => `${plainMarkdown(school.carrier_name)}, Träger der Schule ${plainMarkdown(school.name)}

${plainMarkdown(`${school.street} ${school.house_number}, ${school.zip} ${school.city}`)}

- Telefon: ${plainMarkdown(displayPhone(school.phone))}
- E-Mail: ${mailMarkdown(school.mail)}`

const periodsOf = ({ periods }: LegalSchool) =>
  listMarkdown([
    ...retentionLines.applications(periods),
    ...retentionLines.pupils(periods),
    ...retentionLines.absences(periods),
    ...retentionLines.consents(periods),
    ...retentionLines.employees(periods),
    ...retentionLines.requests(periods),
  ])

/** What all schools share once, or what each has under its name. */
const ofEach = (schools: readonly LegalSchool[], tell: (one: LegalSchool) => string, separator: string) => {
  const texts = new Set(schools.map(tell))
  if (texts.size <= 1) return [...texts][0] ?? NOBODY_YET
  return schools.map((one) => `${plainMarkdown(one.school.name)}:${separator}${tell(one)}`).join(separator)
}

/** What each placeholder says today. The privacy page speaks for all schools, the others for whoever runs the installation. */
export const legalFacts = (key: LegalKey, schools: readonly LegalSchool[]): LegalFacts => {
  const named = key === 'datenschutz' ? schools : schools.slice(0, 1)
  return {
    Verantwortlich: named.map(contactOf).join('\n\n') || NOBODY_YET,
    Datenschutzkontakt: ofEach(named, ({ school }) => contactMarkdown(school.privacy_officer_contact), ' '),
    Fristen: ofEach(named, periodsOf, '\n\n'),
    Aufsichtsbehörde: ofEach(named, ({ school }) => authorityOf(school), ' '),
  }
}

const impressum = `## Wer verantwortlich ist

{Verantwortlich}

## Vertretung und Register

Vertreten durch: *noch nicht eingetragen*

Register und Nummer: *noch nicht eingetragen*

## Haftung für Inhalte

Wir pflegen die Inhalte dieser Seiten sorgfältig. Dass sie jederzeit vollständig, richtig und aktuell sind, können wir trotzdem nicht zusichern. Für eigene Inhalte stehen wir nach den allgemeinen Gesetzen ein. Erfahren wir von einem Fehler oder einer Rechtsverletzung, berichtigen oder entfernen wir den Inhalt.

## Haftung für Links

Führt ein Link zu einer fremden Seite, dann ist deren Betreiber für ihren Inhalt verantwortlich. Als wir den Link gesetzt haben, war dort nichts Rechtswidriges zu erkennen. Wird uns so etwas bekannt, nehmen wir den Link heraus.

## Urheberrecht

Texte, Bilder und Gestaltung dieser Seiten sind urheberrechtlich geschützt. Für den eigenen Gebrauch dürfen Sie Seiten speichern und drucken. Für alles Weitere fragen Sie uns bitte vorher.
`

const datenschutz = `## Wer verantwortlich ist

{Verantwortlich}

Fragen zum Datenschutz beantwortet: {Datenschutzkontakt}

Wer sein Kind an einer Schule anmeldet, bekommt im Formular zusätzlich die Hinweise dieser Schule zu lesen.

## Wofür wir Daten verarbeiten

- **Bewerbungen:** Angaben über das Kind und seine Sorgeberechtigten, damit die Schule über die Aufnahme entscheiden und Sie erreichen kann (Art. 6 Abs. 1 Buchstabe b DSGVO).
- **Schulverwaltung:** Angaben über Schülerinnen und Schüler, soweit die Schule sie für ihre Aufgaben braucht (Art. 6 Abs. 1 Buchstaben b, c und e DSGVO).
- **Benutzerkonten:** Name, E-Mail-Adresse und Rolle der Beschäftigten, damit jede und jeder nur sieht, was zur eigenen Arbeit gehört.

Wir verkaufen keine Daten, zeigen keine Werbung und werten Ihre Besuche nicht aus. Schriften, Bilder und Programme kommen von unserem eigenen Server; keine Seite ruft fremde Dienste auf.

## Cookies

Wir setzen nur Cookies, die für den Betrieb und die Sicherheit nötig sind. Eine Einwilligung ist dafür nicht nötig.

- Eine Kennung Ihrer Anmeldung. Sie endet mit dem Browser, spätestens nach 12 Stunden, mit „Eingeloggt bleiben“ nach 14 Tagen.
- Eine Kennung Ihres Geräts, nachdem Sie sich angemeldet haben. Damit können Sie sich auch dann wieder anmelden, wenn andere in Ihrem Netz zu oft ein falsches Passwort eingeben. Sie meldet niemanden an und endet 180 Tage nach der letzten Anmeldung.
- Eine Kennung, die Formulare vor Missbrauch durch fremde Seiten schützt.
- Eine Kennung, mit der Sie eine angefangene Bewerbung auf demselben Gerät wiederfinden. Den Entwurf löschen wir nach 24 Stunden.

Ihr Browser merkt sich außerdem Einstellungen der Anzeige, zum Beispiel hell oder dunkel. Diese verlassen Ihr Gerät nicht.

## Protokolle des Servers

Der Server notiert für jeden Abruf Zeitpunkt, Art der Seite, Ergebnis und Dauer, damit Störungen gefunden werden. Ihre Netzadresse steht nicht darin. Um Angriffe abzuwehren, zählt er Anfragen je Netzadresse für kurze Zeit; gespeichert wird dafür nur eine Prüfsumme.

Was angemeldete Benutzerinnen und Benutzer tun, hält ein Protokoll fest: wer, wann, was, aus welchem gekürzten Netzbereich. Wir löschen es nach 12 Monaten.

## Wie lange wir Daten behalten

Nur so lange, wie sie für ihren Zweck gebraucht werden oder ein Gesetz es verlangt:

{Fristen}

Danach löscht das Programm sie von selbst. In den Sicherungskopien werden sie mit der Zeit überschrieben.

## Ihre Rechte

Sie können verlangen:

1. Auskunft darüber, welche Daten wir über Sie oder Ihr Kind haben,
2. dass wir Falsches berichtigen,
3. dass wir Daten löschen oder ihre Verarbeitung einschränken,
4. Ihre Daten in einem Format, das sich weiterverwenden lässt.

Sie können der Verarbeitung widersprechen und eine Einwilligung jederzeit für die Zukunft zurücknehmen. Wenden Sie sich dafür an die oben genannte Stelle. Sie können sich auch bei der Datenschutzaufsicht beschweren: {Aufsichtsbehörde}.
`

const barrierefreiheit = `## Unser Anspruch

Alle sollen diese Seiten benutzen können: mit Maus, Tastatur oder Finger, mit Vorleseprogramm, mit großer Schrift, am Telefon wie am Rechner. Maßstab sind die Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA, und die Norm EN 301 549.

## Stand

Die Seiten werden bei jeder Änderung des Programms selbsttätig auf Fehler geprüft, am großen wie am kleinen Bildschirm, hell und dunkel, und mit der Tastatur allein durchgegangen. Ein Gutachten einer unabhängigen Stelle liegt nicht vor. Texte und Dateien, die eine Schule selbst einstellt, kann das Programm nicht prüfen.

## Sie finden eine Hürde?

Schreiben Sie uns oder rufen Sie an. Wir antworten Ihnen, beseitigen die Hürde, so bald es geht, und geben Ihnen die Auskunft, die Sie brauchen, bis dahin auf anderem Weg.

{Verantwortlich}

## Durchsetzung

Kommen wir nicht zu einer Lösung, können Sie sich an die Durchsetzungsstelle Ihres Landes wenden.

Zuständig: *noch nicht eingetragen*
`

/** The texts that come with the product; an admin can replace them. */
export const LEGAL_TEMPLATES: Record<LegalKey, string> = {
  impressum: impressum.trim(),
  datenschutz: datenschutz.trim(),
  barrierefreiheit: barrierefreiheit.trim(),
}
