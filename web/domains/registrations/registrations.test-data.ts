import type { z } from 'zod'
import { changelogEndpoints } from '#contract/changelog/changelog.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { registrationPaperEndpoints } from '#contract/papers/papers.ts'
import { BULK_TEXTS, registrationBulkEndpoints, type StatusResult } from '#contract/registrations/registrations.bulk.ts'
import { checkRegistration } from '#contract/registrations/registrations.check.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import type { RegistrationQuery } from '#contract/registrations/registrations.list.ts'
import { FSW, fill, REGULAR, staff } from '#contract/registrations/registrations.sample.test-data.ts'
import { similarRegistrationEndpoints } from '#contract/registrations/registrations.similar.ts'
import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { waitlistSiblingEndpoints } from '#contract/waitlists/waitlists.siblings.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'

/** Applications of a school in memory, and the calls about them that pages make. */

const NOW = '2026-11-20T08:00:00.000Z'
let lastId = 100

/** A child whose mother has given no address. */
export interface Child {
  firstname: string
  lastname: string
  mail?: string
}

type Facts = Partial<RegistrationDetails>

const contactOf = (id: number, { lastname, mail = '' }: Child): RegistrationDetails['contacts'][number] => ({
  id: id * 10,
  position: 1,
  firstname: 'Anna',
  lastname,
  fullname: `Anna ${lastname}`,
  relationship: 'mother',
  has_custody: true,
  phone: '+4933112345',
  mail: mail || null,
  mail_verified_at: null,
  mail_state: mail ? 'unverified' : 'none',
  may_resend: mail !== '',
  agreement: null,
  agreed_at: null,
  is_agreed_on_paper: false,
  agreed_by: null,
  declined_at: null,
  optin_sent_at: null,
  optin_sent_count: 0,
  mails: [],
})

const answersOf = ({ firstname, lastname, mail = '' }: Child) => {
  const filled = fill(REGULAR, {
    'meta.child_firstname': firstname,
    'meta.child_lastname': lastname,
    'contacts.0.lastname': lastname,
    'contacts.0.mail': mail,
  })
  const { answers } = checkRegistration(filled, staff(FSW))
  if (!answers) throw new Error('The sample form has errors.')
  return answers
}

const NOTHING_HAPPENED = {
  told_at: null,
  wait_rank: null,
  possible_duplicate: null,
  withdrawn_at: null,
  pupil_id: null,
  status_changed_at: null,
  decided_at: null,
  last_told: null,
  waiting_since: null,
  contract_sent_at: null,
  contract_returned_at: null,
  place_confirmed_at: null,
  place_confirm_due_at: null,
  transformed_at: null,
  transformed_by: null,
  admitted_to: null,
  withdrawn_by: null,
  withdraw_reason: null,
  withdraw_requested_at: null,
  withdraw_requested_position: null,
  papers_requested_at: null,
  internal_note: null,
} as const

/** A new application for grade 1, with what the test says of it besides. */
export const applicationOf = (child: Child, facts: Facts = {}): RegistrationDetails => {
  lastId += 1
  const contact = contactOf(lastId, child)
  return {
    ...NOTHING_HAPPENED,
    id: lastId,
    number: `FSW-2027-${String(lastId).padStart(4, '0')}`,
    status: 'new',
    created_at: NOW,
    meta: { child_firstname: child.firstname, child_lastname: child.lastname },
    contact,
    second_contact: null,
    child_birthdate: '2021-03-31',
    desired_grade: 1,
    school_year: { id: 3, name: '2027/2028' },
    entry_type: 'regular',
    mail_state: contact.mail_state,
    mail_failed: false,
    is_follow_up: false,
    is_not_informed: false,
    is_withdraw_requested: false,
    version: 1,
    source: 'staff',
    form_version: '1',
    notice_version: null,
    answers: answersOf(child),
    form: FSW,
    contacts: [contact],
    is_staff_child: false,
    papers: [],
    status_history: [{ from: null, to: 'new', at: NOW, by: 'Katharina Vogt', note: null }],
    events: [],
    ...facts,
  }
}

const letterOf = (index: number) => String.fromCharCode('a'.charCodeAt(0) + index)

/** Makes children whose names are in the order of the list: Kaa, Kab … */
export const childrenOf = (count: number, lastname: string) =>
  Array.from({ length: count }, (_, index) => {
    const firstname = `K${letterOf(Math.floor(index / 10))}${letterOf(index % 10)}`
    return applicationOf({ firstname, lastname })
  })

/** Changes what the server has stored, as somebody else would. */
export const store = (stored: RegistrationDetails, facts: Facts) =>
  Object.assign(stored, facts, { version: stored.version + 1 })

type Filters = Pick<z.output<typeof RegistrationQuery>, 'search' | 'status' | 'sort'>

const childOf = ({ meta: { child_lastname, child_firstname } }: RegistrationDetails) =>
  `${child_lastname} ${child_firstname}`

const found = (all: readonly RegistrationDetails[], { search = '', sort }: Filters) => {
  const hits = all.filter((one) => childOf(one).includes(search))
  return sort === 'child' ? hits.toSorted((one, other) => childOf(one).localeCompare(childOf(other))) : hits
}
const withStatus = (hits: readonly RegistrationDetails[], { status }: Filters) =>
  hits.filter((one) => !status || [status].flat().includes(one.status))

const countsOf = (hits: readonly RegistrationDetails[]) => {
  const count = (status: RegistrationDetails['status']) => hits.filter((one) => one.status === status).length
  return { new: count('new'), accepted: count('accepted'), rejected: count('rejected'), waiting: count('waiting') }
}

const NOT_FOUND = () => json(404, { message: 'Nicht gefunden.' })

/** A refusal that says who was faster. */
export const staleReply = (stored: Facts) =>
  json(409, { message: ERROR_TEXTS.stale, changed_by: 'Katharina Vogt', changed_at: NOW, ...stored })

const listAnswers = (all: readonly RegistrationDetails[], binned: Set<number>): Answer[] => [
  answer(registrationEndpoints.list, ({ query }) => {
    const shown = all.filter(({ id }) => binned.has(id) === (query.deleted === true))
    const hits = found(shown, query)
    const rows = withStatus(hits, query)
    const { page, per_page } = query
    const data = per_page === 0 ? rows : rows.slice((page - 1) * per_page, page * per_page)
    return { data, total: rows.length, page, per_page, counts: countsOf(hits) }
  }),
  answer(registrationBulkEndpoints.ids, ({ query }) => ({
    ids: withStatus(found(all, query), query).map(({ id }) => id),
  })),
  answer(registrationEndpoints.latest, () => all.slice(0, 5)),
]

const recordAnswers = (all: readonly RegistrationDetails[]): Answer[] => {
  const byId = (id: number) => all.find((one) => one.id === id)
  return [
    answer(registrationEndpoints.get, ({ params: { id } }) => byId(id) ?? NOT_FOUND()),
    answer(registrationEndpoints.changeStatus, ({ params: { id }, body: { status, version } }) => {
      const stored = byId(id)
      if (!stored) return NOT_FOUND()
      if (version !== undefined && version !== stored.version) return staleReply(stored)
      const { version: next } = store(stored, { status })
      return { status, version: next, wait_rank: null, warning: null }
    }),
    answer(registrationEndpoints.saveNote, ({ params: { id }, body: { internal_note, version } }) => {
      const stored = byId(id)
      if (!stored) return NOT_FOUND()
      if (version !== stored.version) return staleReply(stored)
      return store(stored, { internal_note })
    }),
    answer(registrationEndpoints.resendContactOptin, () => ({
      message: 'Die E-Mail wurde erfolgreich versendet.',
    })),
  ]
}

/** Changes of many, and the bin. */
const listWorkAnswers = (all: readonly RegistrationDetails[], binned: Set<number>): Answer[] => [
  answer(registrationBulkEndpoints.status, ({ body: { changes } }) => ({
    results: changes.flatMap(({ id, status, version }): StatusResult[] => {
      const stored = all.find((one) => one.id === id)
      if (!stored) return []
      const known = { id, number: stored.number, child: childOf(stored), wait_rank: null }
      if (version !== undefined && version !== stored.version)
        return [{ ...known, ok: false, message: BULK_TEXTS.stale, status: stored.status, from: null, version: null }]
      const from = stored.status
      return [{ ...known, ok: true, message: null, status, from, version: store(stored, { status }).version }]
    }),
    warnings: [],
  })),
  answer(registrationEndpoints.remove, ({ params: { id } }) => {
    binned.add(id)
    return { message: 'Die Bewerbung ist gelöscht.' }
  }),
  answer(registrationEndpoints.restore, ({ params: { id } }) => {
    binned.delete(id)
    return { message: 'Die Bewerbung ist wieder da.' }
  }),
]

/** What stands around an application and is not what a test is about. */
const surroundings = (): Answer[] => [
  answer(registrationEndpoints.formOptions, () => FSW),
  answer(registrationTaskEndpoints.list, () => []),
  answer(registrationPaperEndpoints.list, () => []),
  answer(similarRegistrationEndpoints.list, () => ({
    registrations: [],
    pupils: [],
    siblings: [],
    missing_siblings: [],
  })),
  answer(waitlistSiblingEndpoints.list, () => ({ claims: [], siblings: [], schools: [], sibling_priority: true })),
  answer(waitlistEndpoints.capacities, () => ({ school_year: null, schoolyears: [], grades: [] })),
  answer(retentionEndpoints.get, () => ({ entries: [], hold: null })),
  answer(changelogEndpoints.currentVersion, () => ({ name: '1.0.0', commit: null, build_date: null })),
]

/** The calls of the pages of these applications. What a test answers otherwise stands before them. */
export const schoolOf = (all: readonly RegistrationDetails[]) => {
  const binned = new Set<number>()
  return [...listAnswers(all, binned), ...listWorkAnswers(all, binned), ...recordAnswers(all), ...surroundings()]
}
