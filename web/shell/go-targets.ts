import type { BaseData } from '#contract/account/account.ts'
import { type DrawerEntry, offeredEntries } from './drawer-entries.ts'

/** Entries of the menu that `g` and a letter lead to. */
export const goTargets = (baseData: BaseData, hasPage: (path: string) => boolean) =>
  offeredEntries(baseData, hasPage).daily.filter(
    (entry): entry is DrawerEntry & { goKey: string } => entry.goKey !== undefined,
  )
