import { MAIL_WORDINGS } from '#contract/mailwordings/mailwordings.texts.ts'
import { mailWordingEndpoints as endpoints } from '#contract/mailwordings/mailwordings.ts'
import type { Routes } from '#server/http/route.ts'
import { listWordings, listWordingVersions } from './mailwordings.queries.ts'
import { previewWording } from './preview-wording.ts'
import { checkWording, saveWording } from './save-wording.ts'

/** The words of the mails to families, as the active school chose them (domain §2.3). */
export function mailWordingRoutes({ route }: Routes) {
  route(endpoints.list, ({ tx }) => listWordings(tx))

  route(endpoints.versions, ({ tx, params: { key } }) => listWordingVersions(tx, key))

  route(endpoints.save, async ({ tx, params: { key }, body: { version, ...typed }, viewer, now }) => {
    await saveWording(tx, { key, text: checkWording(key, typed), version, viewer, now })
    return { message: `${MAIL_WORDINGS[key].label}: Der neue Text ist gespeichert.` }
  })

  route(endpoints.reset, async ({ tx, params: { key }, body: { version }, viewer, now }) => {
    await saveWording(tx, { key, text: null, version, viewer, now })
    return { message: `${MAIL_WORDINGS[key].label}: Es gilt wieder der mitgelieferte Text.` }
  })

  route(endpoints.preview, ({ tx, params: { key }, body, today }) =>
    previewWording(tx, key, { text: checkWording(key, body), today }),
  )
}
