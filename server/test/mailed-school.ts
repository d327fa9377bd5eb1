import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { makeSchool } from './factories.ts'
import { openPostOffice, type PostOffice } from './post-office.ts'
import { startTestApp, type TestApp } from './test-app.ts'

interface MailedSchool {
  app: TestApp
  post: PostOffice
  /** Id of the one school. */
  fsw: number
}

/** For a file of tests about an account's mails: one school and its post, empty before each test. `take` gets them once. */
export function openMailedSchool(take: (opened: MailedSchool) => void) {
  let app: TestApp
  let post: PostOffice
  beforeAll(async () => {
    app = await startTestApp()
    post = await openPostOffice(app)
    take({ app, post, fsw: await makeSchool(app, 'fsw') })
  })
  beforeEach(async () => {
    await app.database.owner.query('delete from graphile_worker._private_jobs')
    post.mails.length = 0
  })
  afterEach(() => {
    post.server.state.mood = 'accept'
  })
  afterAll(async () => {
    await post.stop()
    await app.stop()
  })
}
