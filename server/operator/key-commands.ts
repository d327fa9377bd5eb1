import type { Command } from './command.ts'

// What they do is loaded only when it is called, because it knows every place of the program where something is encrypted.

/** After a loss of the key, when somebody leaves who knew it, or once a year. */
export const rotateKeys: Command = {
  name: 'keys rotate',
  summary: 'verschlüsselt alle gespeicherten Geheimnisse mit einem neuen Schlüssel',
  details:
    'Laufende Server arbeiten weiter. Wird der Befehl unterbrochen, geht nichts verloren: Ein neuer Aufruf macht weiter.',
  isAsking: true,
  run: async (call) => (await import('./rotate-keys.ts')).runRotation(call),
}

/** When an old key is known to somebody who must not use it. */
export const dropOldKeys: Command = {
  name: 'keys drop-old',
  summary: 'nimmt alte Schlüssel weg, wenn nichts mehr mit ihnen verschlüsselt ist',
  isAsking: true,
  run: async (call) => (await import('./rotate-keys.ts')).runDrop(call),
}
