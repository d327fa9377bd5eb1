import { registrationInformEndpoints as informing } from '#contract/registrations/registrations.inform.ts'
import { registrationMailEndpoints as endpoints } from '#contract/registrations/registrations.mails.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { areMailsDelayed, orWaiting } from '#server/mail/outbox-state.ts'
import { informFamilies } from './inform-families.ts'
import { previewInforming } from './plan-informing.shared.ts'
import { resendMail } from './resend-mail.ts'
import { previewStatusMail, sendStatusMail } from './send-status-mail.ts'
import { tellByPhone } from './tell-by-phone.ts'

/** Mails that staff send about an application; none of them is sent automatically (domain §2.3). */
export function registrationMailRoutes({ route }: Routes, platform: Platform) {
  const { limits } = platform

  route(endpoints.previewStatusMail, ({ tx, params, body, now }) =>
    previewStatusMail(tx, { id: params.id, addition: body.addition }, { now }),
  )

  route(endpoints.sendStatusMail, async ({ tx, params, body, viewer, now }) => {
    const reply = await sendStatusMail(tx, { id: params.id, ...body }, { viewer, now, limits })
    return orWaiting(tx, platform, reply)
  })

  route(endpoints.tellByPhone, ({ tx, params, body, viewer, now }) =>
    tellByPhone(tx, { id: params.id, ...body }, { viewer, now }),
  )

  route(informing.plan, ({ tx, body }) => previewInforming(tx, body.ids))

  route(informing.send, async ({ tx, body, viewer, now }) => {
    const isWaiting = await areMailsDelayed(tx, platform)
    return informFamilies(tx, body.families, { viewer, now, limits, isWaiting })
  })

  route(endpoints.resendMail, async ({ tx, params, viewer }) => {
    const reply = await resendMail(
      tx,
      { registrationId: params.id, mailId: params.mailId, schoolId: viewer.school_id },
      limits,
    )
    return orWaiting(tx, platform, reply)
  })
}
