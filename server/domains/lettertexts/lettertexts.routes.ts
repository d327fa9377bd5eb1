import {
  letterTextEndpoints as endpoints,
  LETTER_TEXT_TEXTS,
  LETTER_TEXTS_MAX,
} from '#contract/lettertexts/lettertexts.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { deleteLetterText, insertLetterText, listLetterTexts, lockLetterTextNames } from './lettertexts.queries.ts'

/** Texts of serial letters, shared by everybody at the school who writes letters. */
export function letterTextRoutes({ route }: Routes) {
  route(endpoints.list, ({ tx }) => listLetterTexts(tx))

  route(endpoints.add, async ({ tx, body }) => {
    const names = await lockLetterTextNames(tx)
    const isNew = !names.includes(body.name.toLowerCase())
    if (isNew && names.length >= LETTER_TEXTS_MAX) throw invalid({ name: [LETTER_TEXT_TEXTS.tooMany] })
    const id = await insertLetterText(tx, body)
    return { id, message: LETTER_TEXT_TEXTS[isNew ? 'kept' : 'replaced'](body.name) }
  })

  route(endpoints.remove, async ({ tx, params }) => {
    const name = await deleteLetterText(tx, params.id)
    if (name === undefined) throw notFound()
    return { message: LETTER_TEXT_TEXTS.deleted(name) }
  })
}
