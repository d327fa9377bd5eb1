import type { z } from 'zod'
import type { LoginRules } from '#contract/schools/schools.ts'
import { transition } from '#contract/userlog/userlog.fields.ts'
import { USER_TEXTS } from '#contract/users/users.ts'
import { logEvent, nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { getSetting, updateSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { findActor } from './account-reach.ts'

/**
 * Sets whether the active school requires a second factor of its heads; users who turn it on must not lock themselves
 * out.
 */
export async function setLoginRules(
  tx: SchoolTransaction,
  { viewer, rules }: { viewer: SchoolViewer; rules: z.output<typeof LoginRules> },
) {
  const actor = await findActor(tx, viewer)
  if (rules.two_factor_for_heads && !actor.has_two_factor)
    throw invalid({ two_factor_for_heads: [USER_TEXTS.twoFactorFirst] }, USER_TEXTS.twoFactorFirst)
  const stored = await getSetting(tx, 'LOGIN_RULES')
  if (stored.two_factor_for_heads !== rules.two_factor_for_heads) {
    await nameAction(tx, 'school_setting', 'settings_changed')
    const { id } = await updateSetting(tx, {
      key: 'LOGIN_RULES',
      value: { ...stored, ...rules },
    })
    // Adds the name of the rule to the log line that the trigger has written.
    await logEvent(tx, {
      action: 'settings_changed',
      entityType: 'school_setting',
      entityId: id,
      fields: [transition('two_factor_for_heads', stored.two_factor_for_heads, rules.two_factor_for_heads)],
    })
  }
  return {
    message: rules.two_factor_for_heads
      ? 'Die Zwei-Faktor-Anmeldung ist für Schulleitungen jetzt Pflicht.'
      : 'Die Zwei-Faktor-Anmeldung ist für Schulleitungen jetzt freiwillig.',
  }
}
