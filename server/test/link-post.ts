import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openParentsSchool, type ParentsSchool } from './parents-school.ts'
import { openPostOffice, type PostOffice } from './post-office.ts'
import { TEST_NOW } from './test-app.ts'

/** For test files about mails to parents: their schools and the mails, empty before each test. */
export function openLinkPost() {
  let school: ParentsSchool
  let office: PostOffice
  beforeAll(async () => {
    school = await openParentsSchool()
    office = await openPostOffice(school.app)
  })
  const clear = () => {
    office.mails.length = 0
  }
  beforeEach(async () => {
    school.app.setNow(TEST_NOW)
    await school.forgetLimits()
    await school.app.database.owner.query('delete from graphile_worker._private_jobs')
    clear()
  })
  afterAll(async () => {
    await office.stop()
    await school.app.stop()
  })
  return {
    get school() {
      return school
    },
    mails: () => office.mails,
    clear,
    /** Runs all waiting jobs, including jobs that a job has queued. */
    async send() {
      await office.runDue()
      await office.runDue()
    },
  }
}
export type LinkPost = ReturnType<typeof openLinkPost>
