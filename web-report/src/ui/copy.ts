// Puts the text of a field among what can be pasted, and tells whether the browser has let it: the text is marked in any case, so
// that it can be copied by hand. Pages that came over plain HTTP have no clipboard of the new kind.
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
