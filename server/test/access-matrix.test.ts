import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { ACCOUNT_ACCESS } from './account-access.ts'
import {
  ACTORS,
  type Actor,
  EVERYONE,
  HEADS,
  HEADS_AND_TEACHERS,
  PUPIL_READERS,
  SIGNED_IN,
  WITH_ROLE,
} from './actors.ts'
import { ADMISSIONS_ACCESS } from './admissions-access.ts'
import { endpoints, nameOf } from './endpoint-samples.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { MAIL_ACCESS } from './mail-access.ts'
import { PRIVACY_ACCESS } from './privacy-access.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

/** The reviewed answers to "may this actor call?" (domain §4). An endpoint without a line fails the test. */
const MAY_CALL: Record<string, readonly Actor[]> = {
  ...ACCOUNT_ACCESS,
  ...ADMISSIONS_ACCESS,
  ...MAIL_ACCESS,
  ...PRIVACY_ACCESS,
  'GET /api/basedata': SIGNED_IN,
  'GET /api/admin/user': HEADS,
  'GET /api/admin/user/tasks': HEADS,
  'POST /api/admin/user': HEADS,
  'PUT /api/admin/user/:id': HEADS,
  'DELETE /api/admin/user/:id': HEADS,
  'PUT /api/admin/user/:id/restore': HEADS,
  'POST /api/admin/user/:id/detach': HEADS,
  'POST /api/admin/user/:id/invite': HEADS,
  'DELETE /api/admin/user/:id/sessions': HEADS,
  'DELETE /api/admin/user/:id/two-factor': HEADS,
  'PUT /api/admin/userLoginRules': HEADS,
  'PUT /api/admin/userLoginWays': HEADS,
  'GET /api/admin/user_settings/ATTACH_USER_TO_MULTIPLE_SCHOOLS/:userId': ['admin'],
  'PUT /api/admin/user_settings': ['admin'],
  'DELETE /api/admin/user_settings/ATTACH_USER_TO_MULTIPLE_SCHOOLS/:userId': ['admin'],
  'GET /api/admin/systemstate': ['admin'],
  'GET /api/admin/systemstate/alarms': ['admin'],
  'GET /api/admin/userlog': HEADS,
  'POST /api/admin/userlog/export': HEADS,
  'GET /api/admin/viewlog': ['schooladmin'],
  'GET /api/admin/viewlog/days': ['schooladmin'],
  'GET /api/admin/viewlog/:id/records': ['schooladmin'],
  'POST /api/admin/viewlog/paper': ['schooladmin'],
  'GET /api/changelog': ['admin', 'schooladmin', 'teacher_level_1'],
  'GET /api/changelog/currentVersion': EVERYONE,
  'GET /api/public/legal/:key': EVERYONE,
  'GET /api/admin/legal/:key/versions': ['admin'],
  'GET /api/admin/legal/:key': ['admin'],
  'PUT /api/admin/legal/:key': ['admin'],
  'GET /api/admin/firstSteps': HEADS,
  'POST /api/admin/school/changeUserSchool': WITH_ROLE,
  'GET /api/public/schools': EVERYONE,
  'GET /api/public/setup/:token': EVERYONE,
  'POST /api/public/setup/:token': EVERYONE,
  'POST /api/admin/school': ['admin'],
  'GET /api/admin/school': HEADS,
  'GET /api/admin/school/:id': HEADS,
  'PUT /api/admin/school/:id': HEADS,
  'GET /api/admin/school/:id/settings': HEADS,
  'PUT /api/admin/school/:id/settings': HEADS,
  'GET /api/admin/school/:id/formLink': HEADS,
  'PUT /api/admin/school/:id/logo': HEADS,
  'DELETE /api/admin/school/:id/logo': HEADS,
  'GET /api/admin/schoolyear': HEADS,
  'POST /api/admin/schoolyear': HEADS,
  'GET /api/admin/schoolyear/:id': HEADS,
  'PUT /api/admin/schoolyear/:id': HEADS,
  'DELETE /api/admin/schoolyear/:id': HEADS,
  'POST /api/admin/schoolyear/:id/activate': HEADS,
  'PUT /api/admin/schoolyear/:id/freeDays': HEADS,
  'GET /api/admin/schoolyear/:id/freeDayPreset': HEADS,
  'POST /api/admin/schoolyear/:id/readFreeDays': HEADS,
  'GET /api/admin/schoolgrade': HEADS,
  'POST /api/admin/schoolgrade': HEADS,
  'GET /api/admin/schoolgrade/:id': HEADS,
  'PUT /api/admin/schoolgrade/:id': HEADS,
  'DELETE /api/admin/schoolgrade/:id': HEADS,
  'PUT /api/admin/schoolgrade/:id/places': HEADS,
  'GET /api/admin/schoolclass': PUPIL_READERS,
  'GET /api/admin/schoolclass/formOptions': PUPIL_READERS,
  'GET /api/admin/schoolclass/assignedByUser': SIGNED_IN,
  'POST /api/admin/schoolclass': HEADS,
  'POST /api/admin/schoolclass/movePupils': HEADS,
  'GET /api/admin/schoolclass/:id': PUPIL_READERS,
  'GET /api/admin/schoolclass/:id/contacts': ['admin', 'schooladmin', 'teacher_level_1'],
  'PUT /api/admin/schoolclass/:id': HEADS,
  'DELETE /api/admin/schoolclass/:id': HEADS,
  'POST /api/admin/schoolclass/:id/export': HEADS,
  'POST /api/admin/pupil/export': HEADS,
  'GET /api/admin/pupil/figures': HEADS,
  'POST /api/admin/pupil/figures/export': HEADS,
  'GET /api/admin/pupilSickNotes': SIGNED_IN,
  'GET /api/admin/pupilSickNotes/formOptions': SIGNED_IN,
  'GET /api/admin/pupilSickNotes/missingExcuse': HEADS_AND_TEACHERS,
  'POST /api/admin/pupilSickNotes/export': HEADS,
  'GET /api/admin/pupilSickNotes/:id': HEADS_AND_TEACHERS,
  'POST /api/admin/pupilSickNotes': HEADS_AND_TEACHERS,
  'PUT /api/admin/pupilSickNotes/:id': HEADS_AND_TEACHERS,
  'POST /api/admin/pupilSickNotes/:id/cancel': HEADS_AND_TEACHERS,
  'PUT /api/admin/pupilSickNotes/:id/restore': HEADS_AND_TEACHERS,
  'PUT /api/admin/pupilSickNotes/:id/restoreReason': HEADS_AND_TEACHERS,
  'POST /api/admin/pupilSickNotes/seen': HEADS_AND_TEACHERS,
  'POST /api/admin/pupilSickNotes/excuse': HEADS_AND_TEACHERS,
  'POST /api/admin/pupilSickNotes/:id/certificate': HEADS,
  'POST /api/admin/pupilSickNotes/:id/decide': HEADS_AND_TEACHERS,
  'GET /api/public/pupil/:uuid': EVERYONE,
  'POST /api/public/pupilSibling': EVERYONE,
  'POST /api/public/addPupilSickNote': EVERYONE,
  'POST /api/public/addPupilSickNote/takeBack': EVERYONE,
  'POST /api/public/pupilLink/resend': EVERYONE,
  'GET /api/admin/sickNoteFeeds': SIGNED_IN,
  'PUT /api/admin/sickNoteFeeds/digest': HEADS_AND_TEACHERS,
  'DELETE /api/admin/sickNoteFeeds/digest': SIGNED_IN,
  'POST /api/admin/sickNoteFeeds/calendar': HEADS_AND_TEACHERS,
  'DELETE /api/admin/sickNoteFeeds/calendar': SIGNED_IN,
  'GET /api/public/sickNoteCalendar/:token': EVERYONE,
  'GET /api/admin/pupil/:id/absences': HEADS_AND_TEACHERS,
  'GET /api/admin/absenceReport': HEADS_AND_TEACHERS,
  'POST /api/admin/absenceReport/close': HEADS,
  'POST /api/admin/absenceReport/reopen': HEADS,
  'POST /api/admin/absenceReport/export': HEADS,
  'GET /api/admin/employee': HEADS,
  'GET /api/admin/employee/formOptions': HEADS,
  'POST /api/admin/employee': HEADS,
  'GET /api/admin/employee/:id': HEADS,
  'PUT /api/admin/employee/:id': HEADS,
  'DELETE /api/admin/employee/:id': HEADS,
  'PUT /api/admin/employee/:id/restore': HEADS,
  'PUT /api/admin/employee/:id/exit': HEADS,
  'POST /api/admin/employee/previewExits': HEADS,
  'PUT /api/admin/employee/:id/account': HEADS,
  'POST /api/admin/employee/:id/account': HEADS,
  'GET /api/admin/employeeImport': HEADS,
  'GET /api/admin/employeeImport/template': HEADS,
  'POST /api/admin/employeeImport/read': HEADS,
  'POST /api/admin/employeeImport/check': HEADS,
  'POST /api/admin/employeeImport': HEADS,
  'POST /api/admin/employeeImport/:importId/undo': HEADS,
  'GET /api/admin/pupilImport': HEADS,
  'POST /api/admin/pupilImport': HEADS,
  'GET /api/admin/pupilImport/template': HEADS,
  'GET /api/admin/pupilImport/:id': HEADS,
  'DELETE /api/admin/pupilImport/:id': HEADS,
  'PUT /api/admin/pupilImport/:id': HEADS,
  'POST /api/admin/pupilImport/:id/check': HEADS,
  'GET /api/admin/pupilImport/:id/rows': HEADS,
  'PUT /api/admin/pupilImport/:id/rows': HEADS,
  'PUT /api/admin/pupilImport/:id/rows/:line': HEADS,
  'GET /api/admin/pupilImport/:id/errors': HEADS,
  'POST /api/admin/pupilImport/:id/commit': HEADS,
  'POST /api/admin/pupilImport/:id/undo': HEADS,
  'GET /api/admin/rollover': HEADS,
  'POST /api/admin/rollover/rehearse': HEADS,
  'GET /api/admin/rollover/plan': HEADS,
  'PUT /api/admin/rollover/plan': HEADS,
  'DELETE /api/admin/rollover/plan': HEADS,
  'POST /api/admin/rollover': HEADS,
  'GET /api/admin/rollover/:id': HEADS,
  'POST /api/admin/rollover/:id/undo': HEADS,
  'GET /api/admin/search': WITH_ROLE,
  'GET /api/admin/search/recent': PUPIL_READERS,
  'GET /api/admin/pupil/:id/sensitive': ['schooladmin', 'teacher_level_1'],
  'POST /api/admin/pupil/:id/sensitive': ['schooladmin'],
  'PUT /api/admin/pupil/:id/sensitive/:sensitive_id': ['schooladmin'],
  'POST /api/admin/pupil/:id/sensitive/:sensitive_id/confirm': ['schooladmin'],
  'DELETE /api/admin/pupil/:id/sensitive/:sensitive_id': ['schooladmin'],
  'GET /api/admin/pupil/:id/consents': HEADS_AND_TEACHERS,
  'POST /api/admin/pupil/:id/consents': HEADS,
  'POST /api/admin/pupil/:id/consents/withdraw': HEADS,
  'PUT /api/admin/pupil/:id/consents/withdraw': HEADS,
  'GET /api/admin/pupil': PUPIL_READERS,
  'GET /api/admin/pupil/formOptions': PUPIL_READERS,
  'GET /api/admin/pupil/:id/link': HEADS,
  'POST /api/admin/pupil/:id/link/rotate': HEADS,
  'POST /api/admin/pupil/:id/certificate': HEADS,
  'POST /api/admin/pupil/documents': HEADS,
  'POST /api/admin/pupil/documents/preview': HEADS,
  'GET /api/admin/pupil/stats': ['admin', 'schooladmin', 'viewer'],
  'GET /api/admin/pupil/ids': PUPIL_READERS,
  'GET /api/admin/pupil/:id': PUPIL_READERS,
  'POST /api/admin/pupil': HEADS,
  'POST /api/admin/pupil/duplicates': HEADS,
  'PUT /api/admin/pupil/:id': HEADS,
  'PUT /api/admin/pupil/:id/exit': HEADS,
  'DELETE /api/admin/pupil/:id': HEADS,
  'POST /api/admin/pupil/massDelete': HEADS,
  'POST /api/admin/pupil/massDelete/check': HEADS,
  'PUT /api/admin/pupil/:id/restore': HEADS,
  'POST /api/admin/pupil/massRestore': HEADS,
  'GET /api/admin/pupil/:id/notes': HEADS_AND_TEACHERS,
  'POST /api/admin/pupil/:id/notes': HEADS_AND_TEACHERS,
  'PUT /api/admin/pupil/:id/notes/:note_id': HEADS_AND_TEACHERS,
  'DELETE /api/admin/pupil/:id/notes/:note_id': HEADS_AND_TEACHERS,
  'GET /api/admin/pupil/:id/history': HEADS,
  'GET /api/admin/guardian': HEADS,
  'POST /api/admin/pupil/:id/guardians': HEADS,
  'POST /api/admin/pupil/:id/guardians/:guardian_id': HEADS,
  'PUT /api/admin/pupil/:id/guardians/:guardian_id': HEADS,
  'DELETE /api/admin/pupil/:id/guardians/:guardian_id': HEADS,
  'POST /api/admin/pupil/:id/contactPersons': HEADS,
  'PUT /api/admin/pupil/:id/contactPersons/:contact_id': HEADS,
  'DELETE /api/admin/pupil/:id/contactPersons/:contact_id': HEADS,
  'PUT /api/admin/pupil/:id/emergencyOrder': HEADS,
  'GET /api/admin/photoList': HEADS_AND_TEACHERS,
  'POST /api/admin/photoList/print': HEADS_AND_TEACHERS,
  'POST /api/admin/photoList/export': HEADS,
  'GET /api/admin/savedView': WITH_ROLE,
  'POST /api/admin/savedView': WITH_ROLE,
  'DELETE /api/admin/savedView/:id': WITH_ROLE,
}

let app: TestApp
// Each actor has a separate address, because one address may not send as many requests as all of them together.
const browsers = {} as Record<Actor, () => Promise<TestVisitor>>
beforeAll(async () => {
  app = await startTestApp()
  const school = await makeSchool(app, 'fsw')
  const ids = new Map<Actor, number>()
  for (const actor of SIGNED_IN) {
    const role = actor === 'no role' ? null : (actor as Role)
    ids.set(actor, (await makeUser(app, { role, schools: [school] })).id)
  }
  for (const [index, actor] of ACTORS.entries()) {
    const [id, ip] = [ids.get(actor), `10.0.0.${index + 1}`]
    browsers[actor] = async () => (id === undefined ? app.visitor(ip) : app.signedIn(id, ip))
  }
})
afterAll(() => app.stop())

test('every endpoint has its reviewed line, and no line is left over', () => {
  expect(Object.keys(MAY_CALL).sort()).toEqual(endpoints.map(nameOf).sort())
})

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test.each(ACTORS)('%s', async (actor) => {
    const browser = await browsers[actor]()
    const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, 987_654_321]))
    const reply = await browser.call(endpoint, { params, body: endpoint.body ? {} : undefined })
    const isAllowed = MAY_CALL[name]?.includes(actor)
    const refusal = actor === 'signed out' ? 401 : 403
    if (isAllowed) expect([401, 403, 419]).not.toContain(reply.statusCode)
    else expect(reply.statusCode).toBe(refusal)
  })
})

describe('somebody without the second factor that a school asks for', () => {
  const CHANGE_SCHOOL = 'POST /api/admin/school/changeUserSchool'

  test.each(['admin', 'schooladmin'] as const)(
    'has, as %s, what an account without role has, and the way to another school',
    async (role) => {
      const guarded = await makeSchool(app, 'fow', { short: `w${role.slice(0, 8)}` })
      await insideSchool(app, guarded, (tx) =>
        tx
          .insertInto('school_setting')
          .values({
            school_id: guarded,
            key: 'LOGIN_RULES',
            setting_value: JSON.stringify({ two_factor_for_heads: true }),
          })
          .execute(),
      )
      const { id } = await makeUser(app, { role, schools: [guarded] })
      for (const endpoint of endpoints) {
        const name = nameOf(endpoint)
        const isAllowed = name === CHANGE_SCHOOL || MAY_CALL[name]?.includes('no role')
        const params = Object.fromEntries(
          [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, 987_654_321]),
        )
        // An address of its own: from one network only so many requests a minute are answered.
        const browser = await app.signedIn(id, `10.0.${role.length}.1`)
        const { statusCode } = await browser.call(endpoint, { params, body: endpoint.body ? {} : undefined })
        if (isAllowed) expect([401, 403, 419], name).not.toContain(statusCode)
        else expect(statusCode, name).toBe(403)
      }
    },
  )
})
