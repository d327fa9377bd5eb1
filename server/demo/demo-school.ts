import { addDays } from '#contract/dates.ts'
import { inTransaction, type Queries } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { bindSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { allowLongWork } from '#server/domains/pupilimports/import-write.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { hashMail, maskMail } from '#server/mail/outbox.ts'
import { openPasswords } from '#server/passwords.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { StartError } from '#server/start-error.ts'
import { comeOfAge, fillInformed } from './coming-of-age.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, UNREACHABLE_ACCOUNT } from './demo-accounts.ts'
import { type DemoMark, insertMark, insertRows, insertWithIds, readMark } from './demo-rows.queries.ts'
import { type DemoStory, makeStory, type SchoolStory } from './demo-story.ts'
import type { DemoYears, Enrolment } from './enrolments.ts'
import { answerAll, type DemoApplication, factsOf, fillApplications } from './fill-applications.ts'
import { fillCirculars } from './fill-circulars.ts'
import { fillConfidential } from './fill-confidential.ts'
import { fillDataChecks } from './fill-data-checks.ts'
import { fillEmployees } from './fill-employees.ts'
import { fillLeavers } from './fill-leavers.ts'
import { fillLegalTexts } from './fill-legal.ts'
import { fillPapers } from './fill-papers.ts'
import { fillRegisters } from './fill-privacy.ts'
import { fillPupils } from './fill-pupils.ts'
import { fillRequests } from './fill-requests.ts'
import { fillRestrictions } from './fill-restrictions.ts'
import { fillSchool, foundedAt, insertDemoSchool } from './fill-school.ts'
import { fillSicknotes } from './fill-sicknotes.ts'
import { fillViews } from './fill-views.ts'
import { DEMO_SEED, type DemoShort } from './school-plan.ts'

type ByShort = Record<DemoShort, number>

/** A link for a new password that came back. */
const returnedMail = (user_id: number, anchor: string) => {
  const at = `${addDays(anchor, -2)}T09:20:00Z`
  return {
    user_id,
    template: 'password_reset',
    recipient_masked: maskMail(UNREACHABLE_ACCOUNT),
    recipient_hash: hashMail(UNREACHABLE_ACCOUNT),
    state: 'failed',
    error: '550 5.1.1 mailbox unavailable',
    bounce_reason: 'unknown',
    bounced_at: at,
    created_at: at,
    updated_at: at,
  }
}

/** Creates the demo's accounts; returns their ids by mail address. */
async function fillAccounts(
  tx: Queries,
  {
    schools,
    years,
    password_hash,
    anchor,
  }: { schools: ByShort; years: DemoYears; password_hash: string; anchor: string },
) {
  const stamp = foundedAt(years)
  const ids = await insertWithIds(
    tx,
    'app_user',
    DEMO_ACCOUNTS.map(({ schools: shorts, ...account }) => ({
      ...account,
      password_hash,
      school_id: shorts[0] ? schools[shorts[0]] : null,
      home_school_id: shorts[0] ? schools[shorts[0]] : null,
      password_changed_at: stamp,
      created_at: stamp,
      updated_at: stamp,
    })),
  )
  const attached = DEMO_ACCOUNTS.flatMap(({ schools: shorts }, index) =>
    shorts.map((short) => ({ user_id: ids[index] ?? 0, school_id: schools[short] })),
  )
  await insertRows(tx, 'user_school', attached)
  const accountId = (email: string) => ids[DEMO_ACCOUNTS.findIndex((account) => account.email === email)] ?? 0
  await insertRows(tx, 'account_mail', [returnedMail(accountId(UNREACHABLE_ACCOUNT), anchor)])
  return accountId
}

/** An accepted application that became a pupil of the planned year; the class is still open (domain §3.3). */
const toEnrolment = (
  { application, answers, contacts }: DemoApplication,
  { planned }: DemoYears,
  short: DemoShort,
): Enrolment => {
  const { family } = application.child
  const date_entry = planned.first_school_day
  const meta = answers.meta
  return {
    short,
    child: application.child,
    status: 'upcoming',
    date_entry,
    date_exit: null,
    enrolment_kind: application.entry_type === 'lateral' ? 'lateral' : 'regular',
    previous_institution: meta.kita_name ?? meta.previous_school_name,
    previous_school_type: meta.previous_school_type,
    previous_grade: meta.previous_grade,
    afterschool_care: meta.afterschool_care,
    phone: meta.child_phone,
    stays: [
      {
        year: 'planned',
        grade: application.grade,
        klass: null,
        date_start: date_entry,
        date_end: null,
        reason: 'entry',
      },
    ],
    created_at: application.transformed_at ?? application.created_at,
    registration: application.number,
    verified: new Map(family.guardians.map((guardian, index) => [guardian, contacts[index]?.verified_at ?? null])),
  }
}

interface Scene {
  story: DemoStory
  schoolId: number
  /** The id of the account with this address. */
  accountId(email: string): number
  keys: SecretRing
}

/** Creates one school with everything that belongs to it, in a transaction bound to it. */
async function fillOne(tx: SchoolTransaction, school: SchoolStory, { story, schoolId, accountId, keys }: Scene) {
  const { years, anchor, staff } = story
  const { plan, enrolments, applications } = school
  const short = plan.form.short as DemoShort
  // The users who made the decisions and entered the records of the demo.
  const headId = accountId(`leitung.${short}@example.org`)
  const random = story.random.stream(`rows ${short}`)
  // One statement inserts hundreds of rows, which on a busy machine takes longer than a request may.
  await allowLongWork(tx)
  const ids = await fillSchool(tx, { plan, years, schoolId })
  await fillRegisters(tx, { schoolId, anchor, at: foundedAt(years) })
  const duties = story.random.stream(`teams ${short}`)
  await fillEmployees(tx, { plan, ids, years, anchor, random: duties, headId, staff, accountId })
  const answered = answerAll(applications, factsOf(plan, years, ids), random)
  const transformed = answered.filter(({ application }) => application.transformed_at !== null)
  const everybody = [...enrolments, ...transformed.map((one) => toEnrolment(one, years, short))].sort((a, b) =>
    a.created_at.localeCompare(b.created_at),
  )
  const { aged, informed } = comeOfAge(everybody, anchor)
  const all = short === 'fow' ? aged : everybody
  const pupilIds = await fillPupils(tx, all, { ids, anchor, random, keys, headId, startYear: years.startYear })
  await fillConfidential(tx, all, {
    pupilIds,
    schoolId,
    anchor,
    random: story.random.stream(`confidential ${short}`),
    keys,
    headId,
  })
  await fillSicknotes(tx, all, {
    short,
    schoolId,
    closedYearId: ids.years.closed,
    pupilIds,
    years,
    anchor,
    random: story.random.stream(`sicknotes ${short}`),
    officeId: accountId(`sekretariat.${short}@example.org`) || headId,
    headId,
  })
  const byNumber = new Map(
    all.flatMap(({ registration }, index) => (registration ? [[registration, pupilIds[index] ?? 0] as const] : [])),
  )
  const disputed = story.random.stream(`restrictions ${short}`)
  await fillRestrictions(tx, all, { pupilIds, anchor, random: disputed, headId })
  await fillRequests(tx, { short, anchor, random: story.random.stream(`requests ${short}`), headId })
  const filed = story.random.stream(`papers ${short}`)
  await fillPapers(tx, { schoolId, anchor, random: filed, headId, keys, pupilIds })
  await fillDataChecks(tx, { short, anchor, random: story.random.stream(`data checks ${short}`), headId })
  await fillApplications(tx, answered, { ids, years, anchor, random, headId, pupilIds: byNumber })
  const plannedYear = { id: ids.years.planned, name: years.planned.name }
  const letters = story.random.stream(`circulars ${short}`)
  await fillCirculars(tx, { short, schoolId, anchor, random: letters, headId, plannedYear })
  const looking = [`sekretariat.${short}`, `leitung.${short}`, `lehrer.${short}`].map((name) =>
    accountId(`${name}@example.org`),
  )
  await fillViews(tx, {
    ...{ anchor, pupilIds, random: story.random.stream(`views ${short}`) },
    accountIds: looking.filter((id) => id > 0),
  })
  if (short === 'fow')
    await fillInformed(tx, { pupil_id: pupilIds[informed] ?? 0, headId, anchor, random: story.random.stream('of age') })
  if (short === 'fsw') await fillLeavers(tx, { ids, years, anchor, headId })
}

const formatMark = ({ seed, anchor }: DemoMark) => `Stichtag ${anchor}, Ausgangszahl ${seed}`

/** The folder contains something else; the message says what to do. */
export class OtherDemoError extends StartError {
  constructor(found: DemoMark | 'foreign', wanted: DemoMark) {
    const what = found === 'foreign' ? 'andere Daten, keine Demo' : `eine andere Demo (${formatMark(found)})`
    super(
      `Dieser Datenordner enthält ${what}; gewünscht ist ${formatMark(wanted)}. Bitte wählen Sie mit --data einen anderen Ordner oder löschen Sie diesen.`,
    )
    this.name = 'OtherDemoError'
  }
}

export interface Wish extends Pick<Platform, 'pool' | 'keys'> {
  /** The day up to which the demo's story runs, as YYYY-MM-DD. */
  anchor: string
  seed?: number
  /** Accept an existing demo whatever its anchor, because nobody asked for a certain one. */
  keepsOther?: boolean
}

/** The demo in the database, or `empty`. Throws an `OtherDemoError` when it contains anything else. */
async function findDemo(tx: Queries, wanted: DemoMark, keepsOther: boolean) {
  const found = await readMark(tx)
  if (found === 'empty') return found
  const isSame = found !== 'foreign' && found.anchor === wanted.anchor && found.seed === wanted.seed
  if (found === 'foreign' || !(isSame || keepsOther)) throw new OtherDemoError(found, wanted)
  return found
}

/** Throws an `OtherDemoError` when this demo may not be created in the database. */
export const refuseOtherData = ({ pool, anchor, seed = DEMO_SEED, keepsOther = false }: Omit<Wish, 'keys'>) =>
  inTransaction(pool, (tx) => findDemo(tx, { seed, anchor }, keepsOther))

/**
 * Fills an empty database with the demo school (domain §8), all or nothing, and returns which demo is there now. A
 * database that already contains this demo keeps people's changes. Throws an `OtherDemoError` when it contains anything
 * else.
 */
export async function fillDemo({ pool, keys, anchor, seed = DEMO_SEED, keepsOther = false }: Wish) {
  const wanted: DemoMark = { seed, anchor }
  // Hashing is slow on purpose, so it happens before the transaction.
  const password_hash = await openPasswords().hash(DEMO_PASSWORD)
  return inTransaction(pool, async (tx): Promise<{ mark: DemoMark; isNew: boolean }> => {
    const found = await findDemo(tx, wanted, keepsOther)
    if (found !== 'empty') return { mark: found, isNew: false }
    const story = makeStory(wanted)
    const shorts = Object.keys(story.schools) as DemoShort[]
    const schools: ByShort = { fsw: 0, fow: 0 }
    for (const short of shorts) schools[short] = await insertDemoSchool(tx, story.schools[short].plan, story.years)
    const accountId = await fillAccounts(tx, { schools, years: story.years, password_hash, anchor: story.anchor })
    for (const short of shorts) {
      const inside = await bindSchool(tx, schools[short])
      await fillOne(inside, story.schools[short], { story, schoolId: schools[short], accountId, keys })
    }
    await fillLegalTexts(tx, { createdBy: accountId('admin@example.org'), at: foundedAt(story.years) })
    await insertMark(await bindSchool(tx, schools.fsw), schools.fsw, wanted)
    // The first backup does not wait for the night, so that the demo's system is as calm as one that has run for years.
    await enqueue(tx, 'backup', {})
    return { mark: wanted, isNew: true }
  })
}
