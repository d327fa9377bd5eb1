import { MAIL_TEST_CONTENT, MAIL_TEST_SUBJECT, mailtestEndpoints } from '#contract/mailtest/mailtest.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { sendTestMail } from './send-test-mail.ts'

/** The e-mail test of spec §2. */
export function mailtestRoutes({ route, routeDetached }: Routes, platform: Platform) {
  route(mailtestEndpoints.defaults, async () => ({
    from: platform.mailFrom,
    subject: MAIL_TEST_SUBJECT,
    content: MAIL_TEST_CONTENT,
    is_configured: platform.mailTransport !== undefined,
  }))

  routeDetached(mailtestEndpoints.send, ({ body, viewer, inTransaction }) =>
    sendTestMail(platform, { form: body, userId: viewer.user_id, inTransaction }),
  )
}
