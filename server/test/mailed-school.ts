import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { makeSchool } from './factories.ts'
import { openPostOffice, type PostOffice } from './post-office.ts'
import { startTestApp, type TestApp } from './test-app.ts'

interface MailedSchool {
  app: TestApp
  post: PostOffice
  /** The id of the only school. */
  fsw: number
}

/**
 * For test files about an account's mails: one school and its mails, empty before each test. `take` gets each mail
 * once.
 */
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
