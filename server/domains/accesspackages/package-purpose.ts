/** A file that was moved to another package or school cannot be opened there. */
export const packagePurpose = ({ school_id, id }: { school_id: number; id: number }) => ({
  name: 'access package',
  place: `${school_id}/${id}`,
})
