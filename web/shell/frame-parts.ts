import { type ComponentType, createContext } from 'react'
import type { LegalKey } from '#contract/legal/legal.ts'
import type { SearchedChild } from '#contract/search/search.ts'

interface OpenedDialog {
  /** Called once the dialog is closed; then it goes. */
  onClose: () => void
}

/** What the frame shows of domains, given by `routes.tsx`: the frame itself knows none. */
export interface FrameParts {
  MailTest: ComponentType<OpenedDialog>
  SicknoteReport: ComponentType<OpenedDialog & { child: SearchedChild | undefined; keptAs: string }>
  LegalText: ComponentType<OpenedDialog & { legalKey: LegalKey }>
}

export const FramePartsContext = createContext<Partial<FrameParts>>({})
