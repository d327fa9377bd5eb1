import { createHash } from 'node:crypto'
import { absenceEndpoints } from '#contract/absences/absences.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { changelogEndpoints } from '#contract/changelog/changelog.ts'
import { firstStepEndpoints } from '#contract/firststeps/firststeps.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { registrationListEndpoints } from '#contract/registrations/registrations.list.ts'
import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { searchEndpoints } from '#contract/search/search.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import type { Ask } from './morning-client.ts'
import {
  OFFICES_EACH,
  pupilOf,
  pupilsOf,
  REGISTRATIONS_EACH,
  registrationOf,
  SCHOOL_SIZES,
  sessionOf,
  USERS_EACH,
  userOf,
} from './morning-fill.ts'

export const PAGES_EACH = 3
const VERSION_POLL_SECONDS = 60
const ABSENCE_POLL_SECONDS = 180

/** What somebody does on this morning: requests one after the other, as pages send them. */
interface Deed {
  name: string
  /** How often it begins in a second of the whole state, where 5,000 schools are open. */
  perSecond: number
  /** Polls come evenly, because pages were opened at any time; people come at random. */
  isEven?: true
  do(turn: number, ask: Ask): Promise<void>
}

export interface State {
  schools: number
  /** The school day that parents report. */
  day: string
  password: string
}

/** A number that looks random and is the same in each run. */
const mixed = (turn: number) => (Math.imul(turn, 2654435761) >>> 0) / 2 ** 32

/** Neighbouring turns are at schools far from each other, and every school has its turn. */
const schoolOf = (turn: number, { schools }: State) => 1 + ((turn * 7919) % schools)

export const uuidOf = (pupil: number) =>
  createHash('md5')
    .update(`link${pupil}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Every tenth child is reported by phone, so that both ways never meet in one report. */
const isForPhone = (position: number) => position % 10 === 9
const hasLeft = (position: number) => position % 40 === 0

/** The children of a school whose parents report, one after the other: as many as the smallest school has. */
const REPORTED = Array.from({ length: Math.min(...SCHOOL_SIZES) }, (_, index) => index + 1).filter(
  (position) => !isForPhone(position) && !hasLeft(position),
)

/** The child of the nth report; nobody is reported twice, and a few are away already. */
const childOf = (turn: number, state: State) => {
  const position = REPORTED[Math.floor(turn / state.schools)]
  if (position === undefined) throw new Error('More reports than children.')
  const id = pupilOf(schoolOf(turn, state), position)
  return id % 33 === 5 ? undefined : id
}

const anyPupil = (turn: number, state: State) => {
  const school = schoolOf(turn, state)
  const position = 1 + Math.floor(mixed(turn) * (pupilsOf(school) - 1))
  return { school, id: pupilOf(school, position % 40 === 0 ? position - 1 : position) }
}

const addressOf = (kind: number, number: number) =>
  `10.${kind + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`
const homeOf = (pupil: number) => addressOf(0, pupil)
const networkOf = (school: number) => addressOf(128, school)

const withId = (path: string, id: number) => path.replace(/:\w+/, String(id))

/** A page of one of the three people whose pages are open; the first two are heads, the third is a teacher. */
const pageOf = (school: number, position: number) => ({
  cookie: `session=${sessionOf(userOf(school, position))}`,
  from: networkOf(school),
})
const officeOf = (school: number, turn: number) => pageOf(school, turn % OFFICES_EACH)

const START_PAGE = [
  accountEndpoints.basedata.path,
  sicknoteEndpoints.list.path,
  pupilStatsEndpoints.get.path,
  registrationListEndpoints.latest.path,
  registrationTaskEndpoints.list.path,
  firstStepEndpoints.list.path,
]

const askAll = (ask: Ask, who: { cookie: string; from: string }, paths: readonly string[]) =>
  Promise.all(paths.map((path) => ask({ path, ...who }))).then(() => {})

/** The token that a page needs before it sends something, and the cookies that go with it. */
const tokenFor = async (ask: Ask, { cookie = '', from }: { cookie?: string; from: string }) => {
  const { cookies } = await ask({ path: accountEndpoints.csrfCookie.path, cookie, from })
  const token = cookies.get('XSRF-TOKEN') ?? ''
  return { cookie: [cookie, `XSRF-TOKEN=${token}`].filter(Boolean).join('; '), token: decodeURIComponent(token), from }
}

const SEARCHES = ['schu', 'müller', 'hegew', 'emma', 'krug', '0151 0']

/** Each poll of an open page names the answer that the page has. */
const polling = (state: State) => {
  const tags = new Map<number, string>()
  return async (turn: number, ask: Ask) => {
    const page = turn % (state.schools * PAGES_EACH)
    const school = 1 + Math.floor(page / PAGES_EACH)
    const tag = tags.get(page)
    const { etag } = await ask({
      path: sicknoteEndpoints.list.path,
      ...pageOf(school, page % PAGES_EACH),
      ...(tag ? { tag } : {}),
    })
    if (etag) tags.set(page, etag)
  }
}

const report = (state: State) => async (turn: number, ask: Ask) => {
  const child = childOf(turn, state)
  if (child === undefined) return
  const uuid = uuidOf(child)
  const from = homeOf(child)
  await ask({ path: publicSicknoteEndpoints.pupil.path.replace(':uuid', uuid), from })
  const who = await tokenFor(ask, { from })
  await ask({
    path: publicSicknoteEndpoints.add.path,
    ...who,
    body: { uuid, dateStart: state.day },
    once: `${uuid}`,
    isReport: true,
  })
}

/** Somebody at the end of the staff list, who has no session yet. */
const signIn = (state: State) => async (turn: number, ask: Ask) => {
  const school = schoolOf(turn, state)
  const user = userOf(school, PAGES_EACH + (turn % (USERS_EACH - PAGES_EACH)))
  const who = await tokenFor(ask, { from: networkOf(school) })
  const body = { email: `person${user}@example.org`, password: state.password }
  const { cookies } = await ask({ path: accountEndpoints.login.path, ...who, body })
  const cookie = `session=${cookies.get('session') ?? ''}`
  await askAll(ask, { cookie, from: who.from }, [accountEndpoints.basedata.path, sicknoteEndpoints.list.path])
}

const reportByPhone = (state: State) => async (turn: number, ask: Ask) => {
  const school = schoolOf(turn, state)
  const id = pupilOf(school, 9 + 10 * Math.floor((mixed(turn) * (pupilsOf(school) - 9)) / 10))
  const who = await tokenFor(ask, officeOf(school, turn))
  const body = { pupil_ids: [id], dateStart: state.day, source: 'phone' }
  // The child may be away already: then the answer is a question, and the office leaves it at that.
  await ask({ path: sicknoteChangeEndpoints.add.path, ...who, body, allowed: [409] })
}

const pupilPage = (state: State) => (turn: number, ask: Ask) => {
  const { school, id } = anyPupil(turn, state)
  return askAll(ask, officeOf(school, turn), [
    withId(pupilDetailsEndpoints.get.path, id),
    withId(absenceEndpoints.pupil.path, id),
    withId(pupilNoteEndpoints.list.path, id),
  ])
}

/** Per second in the whole state of 5,000 schools, 1,000,000 pupils and 15,000 open pages. */
export const deeds = (state: State): Deed[] => {
  const pages = 5000 * PAGES_EACH
  const office = (paths: (turn: number) => string[]) => (turn: number, ask: Ask) =>
    askAll(ask, officeOf(schoolOf(turn, state), turn), paths(turn))
  return [
    {
      name: 'version poll',
      perSecond: pages / VERSION_POLL_SECONDS,
      isEven: true,
      do: async (turn, ask) => {
        const { path } = changelogEndpoints.currentVersion
        await ask({ path, from: networkOf(schoolOf(turn, state)), tag: ask.versionTag() })
      },
    },
    { name: 'absence poll', perSecond: pages / ABSENCE_POLL_SECONDS, isEven: true, do: polling(state) },
    { name: 'report by parents', perSecond: 25, do: report(state) },
    { name: 'report by phone', perSecond: 2, do: reportByPhone(state) },
    { name: 'sign-in', perSecond: 4, do: signIn(state) },
    { name: 'start page', perSecond: 5, do: office(() => START_PAGE) },
    {
      name: 'list of pupils',
      perSecond: 10,
      do: office((turn) => [`${pupilEndpoints.list.path}?per_page=50&page=${1 + (turn % 3)}`]),
    },
    {
      name: 'search',
      perSecond: 8,
      do: office((turn) => [
        `${searchEndpoints.search.path}?q=${encodeURIComponent(SEARCHES[turn % SEARCHES.length] as string)}`,
      ]),
    },
    { name: 'page of a pupil', perSecond: 10, do: pupilPage(state) },
    {
      name: 'list of applications',
      perSecond: 3,
      do: office(() => [`${registrationListEndpoints.list.path}?per_page=50`]),
    },
    {
      name: 'an application',
      perSecond: 2,
      do: (turn, ask) => {
        const school = schoolOf(turn, state)
        const id = registrationOf(school, 1 + (turn % REGISTRATIONS_EACH))
        return askAll(ask, officeOf(school, turn), [withId(registrationEndpoints.get.path, id)])
      },
    },
  ]
}
