import { sicknoteChangeEndpoints } from './sicknotes.change.ts'
import { publicSicknoteEndpoints } from './sicknotes.public.ts'
import { sicknoteEndpoints } from './sicknotes.ts'

/** All endpoints of absences. Pages import the groups one by one and load only what they need. */
export const sicknoteApi = {
  sicknotes: sicknoteEndpoints,
  sicknoteChanges: sicknoteChangeEndpoints,
  publicSicknotes: publicSicknoteEndpoints,
}
