import { NOTICE_TEMPLATE } from '#contract/privacynotices/notice-texts.ts'
import { RegistrationAnswers } from '#contract/registrations/registrations.form.ts'
import type { SchoolHead } from '#server/documents/pdf-school-head.ts'
import {
  boxFacts,
  declarationsOf,
  documentParts,
  papersOf,
  signersOf,
} from '#server/domains/registrationdocuments/document-content.ts'
import type { writeDocument } from '#server/domains/registrationdocuments/write-documents.ts'

type Printing = Parameters<typeof writeDocument>[0]

const FORM: Printing['printed'][number]['form'] = {
  variant: 'primary',
  today: '2026-11-20',
  schoolyears: [{ id: 1, name: '2027/2028', date_start: '2027-08-01', first_school_day: null }],
  grades: [{ grade: 1, name: 'Klassenstufe 1', is_entry: true, accepts_lateral: false }],
  schools: [{ short: 'fsw', name: 'Freie Schule Wacholderhain' }],
  summer_breaks: [],
  settings: {
    lateral_all_year: true,
    school_entry_cutoff: '09-30',
    early_entry_until: '12-31',
    optin_valid_days: 14,
    show_afterschool_care: true,
    afterschool_labels: { short: 'bis 15 Uhr', long: 'bis 17 Uhr' },
    electives: [],
    intro_markdown: '',
    second_agreement_by_link: false,
  },
}

const HOME = { street: 'Dorfstraße', house_number: '1a', zip: '15999', city: 'Wacholderhain' }

/** What a family answers. */
export const ANSWERS = RegistrationAnswers.parse({
  school_year_id: 1,
  desired_grade: 1,
  desired_start_date: '2027-08-01',
  meta: {
    ...{ entry_type: 'regular', child_firstname: 'Mia', child_lastname: 'Nguyễn', child_gender: 'f' },
    ...Object.fromEntries(Object.entries(HOME).map(([key, value]) => [`child_${key}`, value])),
    ...{ child_birthdate: '2021-03-31', kita_name: 'Kita Birke', kita_city: 'Zossen', custody: 'joint' },
    siblings: [{ firstname: 'Ben', lastname: 'Nguyễn', school_short: 'fsw', relation: 'enrolled' }],
    afterschool_care: 'short',
    motivation: 'Wir mögen den Garten und die gemischten Gruppen. '.repeat(30),
  },
  contacts: [
    { firstname: 'Anna', lastname: 'Nguyễn', relationship: 'mother', mail: 'anna@example.org', same_address: true },
    { firstname: 'Paul', lastname: 'Fern', relationship: 'father', phone: '0331 123456', ...HOME },
  ],
})

/** An application in the form in which the server reads it: both parents, a page of text, the privacy notice. */
export const samplePrinting = (school: SchoolHead): Printing => ({
  school: { ...school, grade_max: 6 },
  printed: [
    {
      ...{ id: 1, number: 'FSW-2027-0042', created_at: '2026-11-12T08:15:00Z', source: 'web' },
      ...{ desired_grade: 1, school_year: '2027/2028', form: FORM, answers: ANSWERS },
      contacts: ANSWERS.contacts.map((contact) => ({
        ...contact,
        fullname: `${contact.firstname} ${contact.lastname}`,
        mail_verified_at: null,
      })) as Printing['printed'][number]['contacts'],
      papers: [],
      notice: {
        ...{ id: 1, version_number: 1, created_at: '2026-10-01T08:00:00Z' },
        body_markdown: NOTICE_TEMPLATE,
      },
    },
  ],
})

/** Every word of the paper, in order: label or text, and whether it is bold. */
export function wordsOf({ printed, school }: Printing): [text: string, isBold: boolean][] {
  const registration = printed[0] as Printing['printed'][number]
  const parts = documentParts(registration)
  const declared = declarationsOf(registration).flatMap(({ lead, declarations }) => [lead, ...declarations])
  const facts = [
    ...boxFacts(registration),
    ...[parts.child, parts.place, parts.history, parts.custody, parts.siblings, parts.talk].flat(),
    ...parts.guardians.flatMap((one) => one.facts),
  ]
  const texts = [
    ...parts.words.map(({ text }) => text),
    ...[...declared, ...signersOf(registration), ...papersOf(registration).map(({ text }) => text)],
    registration.notice?.body_markdown ?? '',
  ]
  return [
    [school.name, true],
    ['Aufnahmeantrag', true],
    ...facts.flatMap(([label, value]): [string, boolean][] => [
      [label, false],
      [value, true],
    ]),
    ...texts.map((text): [string, boolean] => [text, false]),
  ]
}
