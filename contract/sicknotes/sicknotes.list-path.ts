/** Method and path of the list that is polled, without the schemas: the dashboard shows it and sends nothing. */
export const SICKNOTE_LIST = { method: 'GET', path: '/api/admin/pupilSickNotes', isPolled: true } as const
