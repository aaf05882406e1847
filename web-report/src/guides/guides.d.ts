declare module "guide:*" {
  const guide: import("./tree").Guide;
  export default guide;
}
