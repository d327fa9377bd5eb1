import { counted } from '#contract/counted.ts'
import type { RetentionSettings } from '#contract/schools/schools.settings.ts'
import type { LinkedChild } from './sicknotes.public.queries.ts'

/** What parents read about the data of a report: who, what for, how long (domain §0.2, §5.2, §5.4). Markdown. */
export const reportNotice = (
  school: LinkedChild,
  {
    sicknote_comment_days: days,
    sicknote_years: years,
  }: Pick<RetentionSettings, 'sicknote_comment_days' | 'sicknote_years'>,
) => `## Wer ist verantwortlich?

${school.carrier_name}, Träger der Schule ${school.name}, ${school.street} ${school.house_number}, ${school.zip} ${school.city}, Telefon ${school.phone}, E-Mail ${school.mail}.

Datenschutz: ${school.privacy_officer_contact}

## Wofür brauchen wir Ihre Meldung?

Damit wir wissen, dass Ihr Kind fehlt und niemand es suchen muss, und um Fehlzeiten für das Zeugnis zu zählen. Rechtsgrundlagen sind der Schulvertrag und die Schulpflicht (Art. 6 Abs. 1 Buchstaben b und c DSGVO). Eine Diagnose brauchen wir nicht. Bemerkung und Ihren Namen müssen Sie nicht angeben.

## Wer liest sie?

Grund und Bemerkung lesen nur das Sekretariat, die Schulleitung und die Lehrkräfte Ihres Kindes; dass es fehlt, sieht auch, wer an der Schule sonst den Überblick braucht. Sorgeberechtigte, deren E-Mail-Adresse wir haben, können eine Nachricht ohne den Grund bekommen. Wir geben nichts an andere weiter.

## Wie lange bewahren wir sie auf?

Bemerkung und Angaben zur meldenden Person löschen wir ${counted(days, 'Tag', 'Tage')} nach dem letzten Fehltag, die Meldung selbst ${counted(years, 'Jahr', 'Jahre')} nach dem Ende des Schuljahres. Die Zahl der Fehltage bleibt bei den Schülerdaten.

## Ihre Rechte

Sie können Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und Ihre Daten in einem lesbaren Format verlangen. Beschweren können Sie sich bei der Datenschutzaufsicht des Landes.
`
