import { backUp } from './back-up.ts'
import type { Command } from './command.ts'
import { createAdmin } from './create-admin.ts'
import { disableSecondFactor } from './disable-second-factor.ts'
import { resetPassword } from './reset-password.ts'
import { restore } from './restore.ts'
import { unlockUser } from './unlock-user.ts'

/** Every command, in the order of the help. A new one is a file of its own and a line here. */
export const COMMANDS: readonly Command[] = [
  createAdmin,
  resetPassword,
  unlockUser,
  disableSecondFactor,
  backUp,
  restore,
]
