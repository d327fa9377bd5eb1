import { type ComponentType, createContext } from 'react'
import type { LegalKey } from '#contract/legal.titles.ts'

interface OpenedDialog {
  /** Called once the dialog is closed; then it goes. */
  onClose: () => void
}

/** What the frame shows of domains, given by `routes.tsx`: the frame itself knows none. Both are lazy. */
export interface FrameParts {
  MailTest: ComponentType<OpenedDialog>
  LegalText: ComponentType<OpenedDialog & { legalKey: LegalKey }>
}

export const FramePartsContext = createContext<Partial<FrameParts>>({})
