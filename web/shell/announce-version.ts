import { NEW_VERSION_TEXT, RELOAD_TEXT } from '#contract/changelog/changelog.version.ts'
import { notify } from './notify.tsx'

/** Spec §8: stays until it is closed; while it stands a further version says nothing new. */
export const announceVersion = () =>
  void notify(NEW_VERSION_TEXT, {
    id: 'new-version',
    isLasting: true,
    type: 'info',
    action: { text: RELOAD_TEXT, run: () => window.location.reload() },
  })
