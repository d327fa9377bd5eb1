import { createContext, type ReactNode } from 'react'

/** Links at the end of every public page; the entry sets them, because `web/ui` knows no domain. */
export const FooterLinks = createContext<ReactNode>(null)
