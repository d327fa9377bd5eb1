import type { LegalKey } from '#contract/legal/legal.ts'
import type { FirstSchool } from './legal.queries.ts'

/** Text that people typed stays as it is: Markdown signs in it have no meaning. */
const plain = (text: string) => text.replace(/[\\*_[\]#]/g, '\\$&')

const mailLink = (mail: string) => `[${plain(mail)}](mailto:${mail})`

/** A bare mail address becomes a link; a name with an address stays text. */
const privacyContact = (contact: string) => (/^\S+@\S+$/.test(contact) ? mailLink(contact) : plain(contact))

/** The controller as every page names it (domain §1.1); unknown until the first school is set up. */
const controllerOf = (school: FirstSchool | undefined) =>
  school
    ? {
        name: plain(school.carrier_name),
        school: plain(school.name),
        address: plain(`${school.street} ${school.house_number}, ${school.zip} ${school.city}`),
        phone: plain(school.phone),
        mail: mailLink(school.mail),
        privacy: privacyContact(school.privacy_officer_contact),
      }
    : undefined
type Controller = ReturnType<typeof controllerOf>

const NOBODY_YET = 'Die Angaben erscheinen hier, sobald die erste Schule eingerichtet ist.'

const contact = (controller: Controller) =>
  controller
    ? `${controller.name}, Träger der Schule ${controller.school}

${controller.address}

- Telefon: ${controller.phone}
- E-Mail: ${controller.mail}`
    : NOBODY_YET

const impressum = (controller: Controller) => `## Wer verantwortlich ist

${contact(controller)}

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

const datenschutz = (controller: Controller) => `## Wer verantwortlich ist

${contact(controller)}

Fragen zum Datenschutz beantwortet: ${controller?.privacy ?? NOBODY_YET}

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

Nur so lange, wie sie für ihren Zweck gebraucht werden oder ein Gesetz es verlangt. Danach löschen wir sie.

## Ihre Rechte

Sie können verlangen:

1. Auskunft darüber, welche Daten wir über Sie oder Ihr Kind haben,
2. dass wir Falsches berichtigen,
3. dass wir Daten löschen oder ihre Verarbeitung einschränken,
4. Ihre Daten in einem Format, das sich weiterverwenden lässt.

Sie können der Verarbeitung widersprechen und eine Einwilligung jederzeit für die Zukunft zurücknehmen. Wenden Sie sich dafür an die oben genannte Stelle. Sie können sich auch bei der Datenschutzaufsicht Ihres Landes beschweren.
`

const barrierefreiheit = (controller: Controller) => `## Unser Anspruch

Alle sollen diese Seiten benutzen können: mit Maus, Tastatur oder Finger, mit Vorleseprogramm, mit großer Schrift, am Telefon wie am Rechner. Maßstab sind die Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA, und die Norm EN 301 549.

## Stand

Die Seiten werden bei jeder Änderung des Programms selbsttätig auf Fehler geprüft, am großen wie am kleinen Bildschirm, hell und dunkel, und mit der Tastatur allein durchgegangen. Ein Gutachten einer unabhängigen Stelle liegt nicht vor. Texte und Dateien, die eine Schule selbst einstellt, kann das Programm nicht prüfen.

## Sie finden eine Hürde?

Schreiben Sie uns oder rufen Sie an. Wir antworten Ihnen, beseitigen die Hürde, so bald es geht, und geben Ihnen die Auskunft, die Sie brauchen, bis dahin auf anderem Weg.

${contact(controller)}

## Durchsetzung

Kommen wir nicht zu einer Lösung, können Sie sich an die Durchsetzungsstelle Ihres Landes wenden.

Zuständig: *noch nicht eingetragen*
`

const TEXTS: Record<LegalKey, (controller: Controller) => string> = { impressum, datenschutz, barrierefreiheit }

/** The text that comes with the product, correct for the first school's carrier; an admin can replace it. */
export const defaultLegalText = (key: LegalKey, school: FirstSchool | undefined) =>
  TEXTS[key](controllerOf(school)).trim()
