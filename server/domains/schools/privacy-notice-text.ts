import type { NewSchoolForm } from '#contract/schools/schools.setup-forms.ts'

/** The first Art. 13 notice of a school; the school revises it, and each version is stored (domain DP-01). */
export const privacyNoticeText = (school: NewSchoolForm) => `## Wer ist verantwortlich?

${school.carrier_name}, Träger der Schule ${school.name}, ${school.street} ${school.house_number}, ${school.zip} ${school.city}, Telefon ${school.phone}, E-Mail ${school.mail}.

Datenschutz: ${school.privacy_officer_contact}

## Wofür brauchen wir Ihre Angaben?

Wir entscheiden mit ihnen über die Aufnahme Ihres Kindes und erreichen Sie dafür. Rechtsgrundlage sind Schritte vor einem Vertrag, um die Sie uns mit der Bewerbung bitten (Art. 6 Abs. 1 Buchstabe b DSGVO).

## Wie lange bewahren wir sie auf?

Bis über die Bewerbung entschieden ist und solange wir sie danach für Rückfragen brauchen; dann löschen wir sie. Nach einer Zusage gehen die nötigen Angaben in die Schülerdaten über. Einen angefangenen, nicht abgesendeten Entwurf löschen wir nach 24 Stunden.

## Wer bekommt sie?

Nur die Menschen in unserer Schule, die über die Aufnahme entscheiden und sie bearbeiten. Wir geben nichts an andere weiter und setzen keine Auswertung Ihres Besuchs ein.

## Ihre Rechte

Sie können Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und Ihre Daten in einem lesbaren Format verlangen und der Verarbeitung widersprechen. Beschweren können Sie sich bei der Datenschutzaufsicht des Landes.
`
