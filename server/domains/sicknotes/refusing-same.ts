import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { conflict } from '#server/http/api-error.ts'

/** 409 when the same absence is already stored (index pupil_sicknote_once). */
export async function refusingSame<T>(work: Promise<T>) {
  try {
    return await work
  } catch (error) {
    const isSame = (error as { constraint?: string }).constraint === 'pupil_sicknote_once'
    throw isSame ? conflict(SICKNOTE_TEXTS.duplicate) : error
  }
}
